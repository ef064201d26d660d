#!/usr/bin/env node
/**
 * The mdBook preprocessor of the book: `[preprocessor.velocy]` in book.toml.
 * It reads mdBook's [context, book] from standard input and writes the book
 * back. In a translation's build it puts the translated pages in first.
 */
import { text as readAll } from 'node:stream/consumers'
import { buildPage } from './page.js'
import { titleOf } from './place.js'
import { strings } from './strings.js'

if (process.argv[2] === 'supports') {
  process.exit(process.argv[3] === 'html' ? 0 : 1)
}

/** @type {string[]} */
const problems = []
/** @param {string} message */
const problem = (message) => problems.push(message)

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
 * @param {number[] | null} parent its number
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
  chapter.content = buildPage({ language, page, problem })
  chapter.name = titleOf(page, language)
  chapter.number = numberOf(chapter, parent, index)
  for (const [i, sub] of chapter.sub_items.entries()) {
    visit(sub, language, chapter.number, i)
  }
}

const [context, book] = JSON.parse(await readAll(process.stdin))
const language = context.config.book?.language ?? 'en'
for (const [i, item] of book.items.entries()) {
  visit(item, language, null, i)
}

if (problems.length > 0) {
  console.error(`The book has ${problems.length} problem(s):`)
  for (const problem of problems) console.error(`  ${problem}`)
  // While it is served, they are shown on the page instead.
  const serving =
    process.env.BOOK_IS_SERVED ??
    context.config.output?.html?.['live-reload-endpoint']
  if (!serving) process.exit(1)
}
process.stdout.write(JSON.stringify(book))
