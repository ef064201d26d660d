/** A change in one chapter's code that has not been carried to the next. */
import path from 'node:path'
import { fileBefore } from '../book-model/listing.js'
import { git } from '../lib/git.js'
import { fromRoot, root } from '../lib/paths.js'

/** @typedef {import('./problems.js').Problem} Problem */

/** @param {string[]} args @returns {string} its first line; '' if it fails */
const firstLine = (...args) => (git(...args) ?? '').split('\n')[0]

/**
 * Whether a file is still what the one of the chapter before was, in the last
 * commit or where this branch left the main one.
 *
 * @param {string} file path from the root
 * @param {string} before path from the root
 */
function isLeftBehind(file, before) {
  const now = firstLine('hash-object', file)
  const bases = ['origin/main', 'main'].map((main) =>
    firstLine('merge-base', main, 'HEAD'),
  )
  return ['HEAD', ...bases.filter(Boolean)].some(
    (base) => now !== '' && firstLine('rev-parse', `${base}:${before}`) === now,
  )
}

/**
 * @param {Problem[]} problems of what a chapter's pages do not show
 * @returns {Problem[]} of each file that was left behind only this
 */
export function orForwardPort(problems) {
  /** @type {Map<string, boolean>} */
  const told = new Map()
  return problems.flatMap((problem) => {
    const { file } = problem
    const former = fileBefore(path.join(root, file))
    const before = former && fromRoot(former)
    const known = told.get(file)
    const isForgotten = known ?? (before !== null && isLeftBehind(file, before))
    told.set(file, isForgotten)
    if (!isForgotten) return [problem]
    if (known !== undefined) return []
    const chapter = before?.split('/')[1]
    const message = `it is as ${before} was before that changed; carry the change on: node tools/forward-port/cli.js ${chapter}`
    return [{ file, message }]
  })
}
