/**
 * Listings that are hard to follow: those that show only imports, leave out
 * more than two parts, or show a symbol for the third time in their chapter
 * (budgets.json says how many a chapter may have), and those that are long to
 * read, which fail nothing. What is folded is one line. A listing that has to
 * be that long says why:
 *
 *     {{#listing lib/router.js long="it is read as a whole"}}
 *
 *     node tools/lint/listings.js [chNN …]
 */
import path from 'node:path'
import { chapters } from '../book-model/chapters.js'
import { isComment, isScript } from '../book-model/comments.js'
import { compareSome } from '../book-model/compare.js'
import { foldsOf, mostLines, visibleLines } from '../book-model/folds.js'
import { besideImports } from '../book-model/imports.js'
import {
  fileBefore,
  isFoldable,
  ListingError,
  listing,
  readLines,
} from '../book-model/listing.js'
import { directives } from '../book-model/markdown.js'
import { partsOf } from '../book-model/symbols.js'
import { textOf } from '../lib/files.js'
import { srcDir } from '../lib/paths.js'
import { placesOf } from '../mdbook/typing.js'
import { format, isMain } from './problems.js'

/** @typedef {import('./problems.js').Problem} Problem */
/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('../book-model/markdown.js').Directive} Directive */
/**
 * @typedef {object} Shown a listing on a page
 * @property {string} page below src/
 * @property {Directive} directive
 * @property {import('../book-model/listing.js').Listing} found
 * @property {import('../book-model/compare.js').ListingLine[]} lines
 */

/** So many parts a listing may leave out for a later one. */
const mostHoles = 2

/** So often a chapter may show a symbol. */
const mostTimes = 2

/**
 * @param {Chapter} chapter
 * @returns {Shown[]} its listings, but for those with which something is wrong
 */
const listingsOf = (chapter) =>
  chapter.pages.flatMap((page) => {
    const text = textOf(path.join(srcDir, page))
    return directives(text, 'listing').flatMap((directive, i) => {
      const { target, attributes } = directive
      try {
        const { from, without } = attributes
        const found = listing(target, chapter.codeDir, from, without)
        const lines = placesOf(chapter).get(page)?.[i]?.lines ?? found.lines
        return [{ page, directive, found, lines }]
      } catch (error) {
        if (error instanceof ListingError) return []
        throw error
      }
    })
  })

/** @param {Shown} shown @param {string} message @returns {Problem} */
const problemOf = ({ page, directive }, message) => ({
  file: `src/${page}`,
  line: directive.start + 1,
  message: `${directive.source}: ${message}`,
})

/** @param {string} text */
const isBlank = (text) => text.trim() === ''

/**
 * @param {string[]} lines of a program
 * @returns {number[]} the indexes of its code, imports left out
 */
const codeIn = (lines) =>
  besideImports(lines).filter((i) => !isBlank(lines[i]) && !isComment(lines[i]))

/**
 * @param {Shown} shown
 * @returns {boolean} whether there is nothing else, though the file has
 *   changed elsewhere
 */
function isOnlyImports({ found }) {
  if (!isScript(found.file) || found.target.by === null) return false
  const [{ start, end }] = found.ranges
  const all = readLines(found.file)
  const imports = partsOf(`${all.join('\n')}\n`, found.path).find(
    ({ name }) => name === 'imports',
  )
  const isOther = (/** @type {string} */ text, /** @type {number} */ i) =>
    !isBlank(text) &&
    i >= start &&
    i < end &&
    !(imports && i >= imports.start && i < imports.end)
  if (all.some(isOther)) return false
  const before = fileBefore(found.file)
  return compareSome(before ? readLines(before) : [], all, codeIn).some(
    ({ kind }) => kind !== 'context',
  )
}

/**
 * @param {Shown} shown
 * @returns {string[]} the symbols of which it shows code, each with its file
 */
function symbolsIn({ found }) {
  const { file, path: name, target, ranges, omitted } = found
  if (target.by === 'range') return [`${name}:${target.part}`]
  const lines = readLines(file)
  if (target.by === null && lines.length < mostLines) return []
  if (!isScript(file)) return [name]
  const [{ start, end }] = ranges
  const code = codeIn(lines).filter(
    (i) => i >= start && i < end && !omitted.has(i),
  )
  const shown = partsOf(`${lines.join('\n')}\n`, name).filter((part) =>
    code.some((i) =>
      part.head ? i === part.head.opening : i >= part.start && i < part.end,
    ),
  )
  // What stands in the head of a class is shown with it.
  const heads = new Map(shown.map((part) => [part.name, part.head?.end ?? 0]))
  return shown
    .filter(({ owner, end: last }) => last > (heads.get(owner ?? '') ?? 0))
    .map((part) => `${name}#${part.name}`)
}

/**
 * What makes a chapter's listings hard to follow, by what budgets.json counts.
 *
 * @param {Chapter} chapter
 * @returns {{ onlyImports: Problem[], manyHoles: Problem[],
 *   thirdTimes: Problem[] }}
 */
export function hardListings(chapter) {
  const all = listingsOf(chapter)
  /** @type {Map<string, number>} */
  const times = new Map()
  return {
    onlyImports: all
      .filter(isOnlyImports)
      .map((one) =>
        problemOf(one, 'remove it: imports come with the lines that need them'),
      ),
    manyHoles: all.flatMap((one) => {
      const holes = one.directive.attributes.without?.split(',').length ?? 0
      if (holes <= mostHoles) return []
      const message = `got ${holes} parts that it leaves out, expected ${mostHoles} at most; show a simpler version, or its parts one by one`
      return [problemOf(one, message)]
    }),
    thirdTimes: all.flatMap((one) =>
      symbolsIn(one).flatMap((symbol) => {
        const time = (times.get(symbol) ?? 0) + 1
        times.set(symbol, time)
        if (time !== mostTimes + 1) return []
        const message = `it shows ${symbol} for the third time in the chapter, expected ${mostTimes} times at most`
        return [problemOf(one, message)]
      }),
    ),
  }
}

/**
 * @param {Chapter} chapter
 * @returns {Problem[]}
 */
export const longListings = (chapter) =>
  listingsOf(chapter).flatMap((one) => {
    const { rest, attributes } = one.directive
    const isFolded = isFoldable(one.found.path) && !rest.includes('unfolded')
    const seen = visibleLines(one.lines, isFolded ? foldsOf(one.lines) : [])
    if (seen <= mostLines || attributes.long) return []
    const message = `got ${seen} lines, expected ${mostLines} at most; show it in parts, or say why not: long="…"`
    return [problemOf(one, message)]
  })

if (isMain(import.meta.url)) {
  const ids = process.argv.slice(2)
  const chosen = chapters().filter(
    ({ id }) => ids.length === 0 || ids.includes(id),
  )
  for (const chapter of chosen) {
    const { onlyImports, manyHoles, thirdTimes } = hardListings(chapter)
    const long = longListings(chapter)
    for (const problem of [
      ...onlyImports,
      ...manyHoles,
      ...thirdTimes,
      ...long,
    ]) {
      console.log(format(problem))
    }
    console.log(
      `${chapter.id}: ${onlyImports.length} with only imports, ${manyHoles.length} with more than ${mostHoles} holes, ${thirdTimes.length} symbols shown a third time, ${long.length} of more than ${mostLines} lines`,
    )
  }
}
