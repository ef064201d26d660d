/** One page in one language, as Markdown for mdBook. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chapterOf, siteFile } from '../book-model/chapters.js'
import { fill, sourceLanguage } from '../book-model/languages.js'
import { headingIds } from '../book-model/markdown.js'
import { pageState, translatedHeadingIds, withoutStamp } from '../l10n/state.js'
import { fromRoot, srcDir, translationsDir } from '../lib/paths.js'
import { expandPage } from './expand.js'
import { escapeHtml } from './html.js'
import { sourceUrl } from './repository.js'
import { stageHtml } from './stage.js'
import { strings } from './strings.js'
import { terminalsOf } from './terminals.js'
import { placesOf } from './typing.js'

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
  const help = `<a href="${sourceUrl('docs/translating.md')}">${escapeHtml(t.bannerHelp)}</a>`
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
 * @param {object} options
 * @param {string} options.language
 * @param {string} options.page path below src/
 * @param {(message: string) => void} options.problem collects what is wrong
 * @returns {string}
 */
export function buildPage({ language, page, problem }) {
  const english = readFileSync(path.join(srcDir, page), 'utf8')
  const chapter = chapterOf(page)
  const context = {
    language,
    page,
    file: `src/${page}`,
    chapter,
    ids: headingIds(english),
    places: [...((chapter && placesOf(chapter).get(page)) ?? [])],
    terminals: [...terminalsOf(page)],
    problem,
  }
  const stage = stageHtml(page, chapter, strings(language))
  if (language === sourceLanguage.code) {
    return expandPage(english, context) + stage
  }
  const state = pageState(language, page)
  const note = banner(language, page, state)
  const translated = path.join(translationsDir, language, page)
  if (state.state === 'missing' || !existsSync(translated)) {
    // Kept as English for screen readers and hyphenation.
    const content = underTitle(expandPage(english, context), note)
    return `<div lang="en">\n\n${content}\n\n</div>\n${stage}`
  }
  const text = readFileSync(translated, 'utf8')
  context.file = fromRoot(translated)
  // A page that is behind keeps the ids that its headings were given.
  context.ids = translatedHeadingIds(text) ?? context.ids
  return underTitle(expandPage(withoutStamp(text), context) + stage, note)
}
