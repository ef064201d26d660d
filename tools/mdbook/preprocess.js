#!/usr/bin/env node
/**
 * The mdBook preprocessor of the book: `[preprocessor.velocy]` in book.toml.
 * It reads mdBook's [context, book] from standard input and writes the book
 * back. In a translation's build it puts the translated pages in first.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { pageState, translatedHeadingIds, withoutStamp } from '../l10n/state.js'
import { fromRoot, srcDir, translationsDir } from '../lib/paths.js'
import { chapterOf, siteFile } from '../manuscript/chapters.js'
import { fill, sourceLanguage } from '../manuscript/languages.js'
import { headingIds, headings } from '../manuscript/markdown.js'
import { saveScripts } from '../transcripts/parse.js'
import { expandPage } from './expand.js'
import { Figures } from './figure.js'
import { saveHighlights } from './highlight.js'
import { escapeHtml } from './html.js'
import { sourceUrl } from './repository.js'
import { stageHtml } from './stage.js'
import { strings } from './strings.js'
import { terminalsOf } from './terminals.js'
import { placesOf, savePlaces } from './typing.js'

if (process.argv[2] === 'supports') {
  process.exit(process.argv[3] === 'html' ? 0 : 1)
}

/** @type {string[]} */
const problems = []

/**
 * A note at the top of a page whose translation is missing or behind.
 *
 * @param {string} language
 * @param {string} page path below src/
 * @param {ReturnType<typeof pageState>} state
 * @returns {string} HTML on one line, or ''
 */
function banner(language, page, state) {
  const t = strings(language)
  const help = `<a href="${sourceUrl('CONTRIBUTING.md')}#translate">${escapeHtml(t.bannerHelp)}</a>`
  if (state.state === 'missing') {
    return `<div class="l10n-banner" role="note" lang="${language}">${escapeHtml(t.bannerMissing)} ${help}</div>`
  }
  if (state.state !== 'stale') return ''
  const moved = state.staleSections
    .map(({ title }) => title || t.bannerStaleOther)
    .join(' · ')
  const english = `${'../'.repeat(page.split('/').length)}${siteFile(page)}`
  return `<div class="l10n-banner" role="note">${escapeHtml(fill(t.bannerStale, { sections: moved }))} <a href="${english}" hreflang="en">${escapeHtml(t.bannerLink)}</a></div>`
}

/**
 * @param {string} expanded
 * @param {string} html
 * @returns {string} the page with the HTML under its first heading
 */
function underTitle(expanded, html) {
  if (html === '') return expanded
  const title = /^# .*$/m
  return expanded.replace(title, (line) => `${line}\n\n${html}\n`)
}

/**
 * @param {string} language
 * @param {string} page path below src/
 * @param {string} english the English text
 * @returns {{ content: string, title: string }}
 */
function buildPage(language, page, english) {
  const chapter = chapterOf(page)
  const context = {
    language,
    page,
    file: `src/${page}`,
    chapter,
    ids: headingIds(english),
    places: [...((chapter && placesOf(chapter).get(page)) ?? [])],
    terminals: [...terminalsOf(page)],
    figures,
    /** @param {string} message */
    problem: (message) => problems.push(message),
  }
  const stage = stageHtml(page, chapter, strings(language))
  if (language === sourceLanguage.code) {
    return {
      content: expandPage(english, context) + stage,
      title: headings(english)[0]?.text ?? page,
    }
  }
  const state = pageState(language, page)
  const note = banner(language, page, state)
  const translated = path.join(translationsDir, language, page)
  if (state.state === 'missing' || !existsSync(translated)) {
    // Kept as English for screen readers and hyphenation.
    const content = expandPage(english, context)
    return {
      content: `<div lang="en">\n\n${underTitle(content, note)}\n\n</div>\n${stage}`,
      title: headings(english)[0]?.text ?? page,
    }
  }
  const text = readFileSync(translated, 'utf8')
  context.file = fromRoot(translated)
  // A page that is behind keeps the ids that its headings were given.
  context.ids = translatedHeadingIds(text) ?? context.ids
  const content = expandPage(withoutStamp(text), context) + stage
  return {
    content: underTitle(content, note),
    title: headings(text)[0]?.text ?? page,
  }
}

/**
 * Chapters count from 0, as their code folders do; other pages have no number.
 *
 * @param {any} chapter
 * @param {number[] | null} parent
 * @param {number} index
 */
function numberOf(chapter, parent, index) {
  if (parent) return [...parent, index + 1]
  const match = /^ch(\d\d)-/.exec(chapter.path ?? '')
  return match ? [Number(match[1])] : null
}

/**
 * @param {any} item of mdBook's book
 * @param {string} language
 * @param {{ number: number[] | null, names: string[] }} parent
 * @param {number} index
 */
function visit(item, language, parent, index) {
  if (item.PartTitle) {
    item.PartTitle = strings(language).part[item.PartTitle] ?? item.PartTitle
    return
  }
  const chapter = item.Chapter
  if (!chapter?.source_path) return
  const page = chapter.source_path
  const english = readFileSync(path.join(srcDir, page), 'utf8')
  const built = buildPage(language, page, english)
  chapter.content = built.content
  chapter.name = built.title.replace(/[`*]/g, '')
  chapter.number = numberOf(chapter, parent.number, index)
  // Search results show them before the page's own name.
  chapter.parent_names = parent.names
  const names = [...parent.names, chapter.name]
  for (const [i, sub] of chapter.sub_items.entries()) {
    visit(sub, language, { number: chapter.number, names }, i)
  }
}

const [context, book] = JSON.parse(await readAll(process.stdin))
const language = context.config.book?.language ?? 'en'
const figures = new Figures(language)
await figures.draw()
for (const [i, item] of book.items.entries()) {
  visit(item, language, { number: null, names: [] }, i)
}

saveHighlights()
savePlaces()
saveScripts()

if (problems.length > 0) {
  console.error(`The book has ${problems.length} problem(s):`)
  for (const problem of problems) console.error(`  ${problem}`)
  // A reader at work in `mdbook serve` sees them on the page instead.
  const serving = context.config.output?.html?.['live-reload-endpoint']
  if (!serving) process.exit(1)
}
process.stdout.write(JSON.stringify(book))
