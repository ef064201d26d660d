/**
 * What a chapter's `page-tests.json` was found out from, so that a check can tell
 * without a walk when it is stale: what each page has its readers type into
 * the programs that are tested, and the files of tests.
 */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { isComment, isScript } from '../book-model/comments.js'
import { besideImports } from '../book-model/imports.js'
import {
  isTyped,
  ListingError,
  listing,
  parseTarget,
} from '../book-model/listing.js'
import { scan } from '../book-model/markdown.js'
import { startOf } from '../book-model/starts.js'
import { textOf } from '../lib/files.js'
import { codeDir, srcDir } from '../lib/paths.js'
import { readFound, testId } from './data.js'
import { lastingTests, stepsOf, stepTests } from './suite.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('../book-model/markdown.js').Block} Block */

/** A command that changes the folder that it is typed in. */
const changesFolder = /^\$ (?:cp|mv|npm|rm|sed) /

/** @param {string[]} lines @returns {string[]} what makes a test pass or fail */
const codeOf = (lines) =>
  besideImports(lines)
    .map((i) => lines[i])
    .filter((line) => line.trim() !== '' && !isComment(line))

/** @param {string} text */
const digest = (text) =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)

/**
 * @param {string} name of a file that a page shows
 * @param {string[]} steps that are tested, and folders of them
 */
const isTested = (name, steps) =>
  isTyped(name) ||
  name === 'package.json' ||
  steps.some((step) => name === step || name.startsWith(step))

/**
 * @param {Block} block of a page
 * @param {Chapter} chapter
 * @param {string[]} steps that are tested, and folders of them
 * @returns {unknown} what it does to the programs that are tested; null for
 *   nothing
 */
function typedBy(block, chapter, steps) {
  if (block.type === 'fence' && block.language === 'console') {
    const commands = block.content.filter((line) =>
      block.attributes.only === 'walk'
        ? /^[$>] /.test(line)
        : changesFolder.test(line),
    )
    return commands.length > 0 ? commands : null
  }
  if (block.type !== 'directive') return null
  if (block.name === 'start') {
    return startOf(chapter)?.own.map((command) => `$ ${command}`) ?? null
  }
  if (block.name !== 'listing') return null
  const { target, attributes } = block
  const { name } = parseTarget(target)
  if (!isTested(name, steps)) return null
  try {
    const { from, at, without } = attributes
    const { lines } = listing(target, chapter.codeDir, 'none', without)
    const texts = lines.map(({ text }) => text)
    const code = isScript(name) ? codeOf(texts) : texts
    return code.length > 0 ? [name, from, at, code] : null
  } catch (error) {
    // The build says what is wrong with it.
    if (error instanceof ListingError) return [target, attributes]
    throw error
  }
}

/**
 * @param {Chapter} chapter
 * @param {string[]} ids of files of tests besides the chapter's own
 * @returns {Record<string, string>} a digest of each page on which something
 *   is typed, by its name, and of each file of tests, by its id
 */
export function sourcesOf(chapter, ids) {
  /** @type {Record<string, string>} */
  const sources = {}
  const tests = stepTests(chapter)
  const steps = tests.flatMap(stepsOf)
  for (const page of chapter.pages) {
    const typed = scan(textOf(path.join(srcDir, page)))
      .map((block) => typedBy(block, chapter, steps))
      .filter((one) => one !== null)
    if (typed.length === 0) continue
    sources[path.posix.basename(page)] = digest(JSON.stringify(typed))
  }
  const own = [...lastingTests(chapter), ...tests].map(testId)
  for (const id of new Set([...ids, ...own])) {
    const lines = textOf(path.join(codeDir, id)).split('\n')
    sources[id] = digest(lines.filter((line) => !isComment(line)).join('\n'))
  }
  return sources
}

/**
 * @param {Chapter} chapter
 * @returns {string[]} the pages and the files of tests that have changed since
 *   its stages were found out
 */
export function changedSources(chapter) {
  const { sources, tests } = readFound(chapter)
  const now = sourcesOf(chapter, Object.keys(tests))
  return [...new Set([...Object.keys(sources), ...Object.keys(now)])].filter(
    (name) => sources[name] !== now[name],
  )
}
