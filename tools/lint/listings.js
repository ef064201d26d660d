/**
 * Listings that are long to read: a report, which fails nothing. What is folded
 * is one line. A listing that has to be that long says why:
 *
 *     {{#listing lib/router.js long="it is read as a whole"}}
 *
 *     node tools/lint/listings.js [chNN …]
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { srcDir } from '../lib/paths.js'
import { chapters } from '../manuscript/chapters.js'
import { foldsOf, mostLines, visibleLines } from '../manuscript/folds.js'
import { isFoldable, ListingError, listing } from '../manuscript/listing.js'
import { directives } from '../manuscript/markdown.js'
import { format, isMain } from './problems.js'

/** @typedef {import('./problems.js').Problem} Problem */
/** @typedef {import('../manuscript/chapters.js').Chapter} Chapter */

/**
 * @param {import('../manuscript/markdown.js').Directive} directive
 * @param {Chapter} chapter
 * @returns {number | null} lines that are seen; null where another check has
 *   something to say
 */
function linesSeen({ target, rest, attributes }, { codeDir }) {
  try {
    const { from, without } = attributes
    const { lines, path: file } = listing(target, codeDir, from, without)
    const isFolded = isFoldable(file) && !rest.includes('unfolded')
    return visibleLines(lines, isFolded ? foldsOf(lines) : [])
  } catch (error) {
    if (error instanceof ListingError) return null
    throw error
  }
}

/**
 * @param {Chapter} chapter
 * @returns {Problem[]}
 */
export const longListings = (chapter) =>
  chapter.pages
    .filter((page) => existsSync(path.join(srcDir, page)))
    .flatMap((page) => {
      const text = readFileSync(path.join(srcDir, page), 'utf8')
      return directives(text, 'listing').flatMap((directive) => {
        const seen = linesSeen(directive, chapter) ?? 0
        if (seen <= mostLines || directive.attributes.long) return []
        return {
          file: `src/${page}`,
          line: directive.start + 1,
          message: `got ${seen} lines of ${directive.target}, expected ${mostLines} at most; show it in parts, or say why not: long="…"`,
        }
      })
    })

if (isMain(import.meta.url)) {
  const ids = process.argv.slice(2)
  const chosen = chapters().filter(
    ({ id }) => ids.length === 0 || ids.includes(id),
  )
  let total = 0
  for (const chapter of chosen) {
    const found = longListings(chapter)
    total += found.length
    for (const problem of found) console.log(format(problem))
    console.log(`${chapter.id}: ${found.length} long listings`)
  }
  console.log(`listings: ${total} of more than ${mostLines} lines`)
}
