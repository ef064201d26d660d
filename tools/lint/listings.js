/**
 * Listings of more than 30 lines that do not say why; what is folded is one
 * line. budgets.json says how many a chapter may have.
 *
 *     {{#listing lib/router.js long="it is read as a whole"}}
 *
 *     node tools/lint/listings.js [chNN …]
 */
import path from 'node:path'
import { chapters } from '../book-model/chapters.js'
import { foldsOf, visibleLines } from '../book-model/folds.js'
import { isFoldable, ListingError, listing } from '../book-model/listing.js'
import { directives } from '../book-model/markdown.js'
import { textOf } from '../lib/files.js'
import { srcDir } from '../lib/paths.js'
import { placesOf } from '../mdbook/typing.js'
import { format, isMain } from './problems.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */

/** How many lines a listing shows at most without saying why. */
const MOST = 30

/**
 * @param {Chapter} chapter
 * @param {import('../book-model/markdown.js').Directive} directive
 * @param {import('../book-model/compare.js').ListingLine[] | undefined} typed
 * @returns {number} how many lines it shows; 0 if it cannot be shown
 */
function shownLines(chapter, { target, attributes }, typed) {
  try {
    const { from, without } = attributes
    const { path: name, lines } = listing(
      target,
      chapter.codeDir,
      from,
      without,
    )
    const shown = typed ?? lines
    return visibleLines(shown, isFoldable(name) ? foldsOf(shown) : [])
  } catch (error) {
    if (error instanceof ListingError) return 0
    throw error
  }
}

/** @param {Chapter} chapter @returns {import('./problems.js').Problem[]} */
export const longListings = (chapter) =>
  chapter.pages.flatMap((page) => {
    const places = placesOf(chapter).get(page) ?? []
    const found = directives(textOf(path.join(srcDir, page)), 'listing')
    return found.flatMap((directive, i) => {
      if (directive.attributes.long) return []
      const lines = shownLines(chapter, directive, places[i]?.lines)
      if (lines <= MOST) return []
      const message = `${directive.source}: got ${lines} lines, expected ${MOST} at most; show it in parts, or say why not: long="…"`
      return [{ file: `src/${page}`, line: directive.start + 1, message }]
    })
  })

if (isMain(import.meta.url)) {
  const ids = process.argv.slice(2)
  for (const chapter of chapters()) {
    if (ids.length > 0 && !ids.includes(chapter.id)) continue
    const problems = longListings(chapter)
    for (const problem of problems) console.log(format(problem))
    console.log(`${chapter.id}: ${problems.length} of more than ${MOST} lines`)
  }
}
