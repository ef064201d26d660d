/** Growing a tree route by route, as a reader types them. */
import { changes } from './walk.js'

/** @typedef {import('./walk.js').TreeNode} TreeNode */
/** @typedef {import('./walk.js').Change} Change */
/**
 * @typedef {object} Planter the chapter's tree
 * @property {(route: string) => void} add throws on a route that cannot be
 * @property {() => TreeNode} view the nodes as they are now
 * @property {(path: string) => { route: string,
 *   params: Record<string, string> } | null} find the chapter's own lookup
 * @property {() => string[]} draw the lines of the chapter's own drawing
 * @property {(path: string) => string} [normalize] the chapter's normal form
 */
/**
 * @typedef {object} Stage the tree after one more line
 * @property {string} route as typed
 * @property {TreeNode} tree
 * @property {Map<string, Change>} changed by this route
 * @property {string} error the router's own message; '' when it was added
 */

/** More routes than this are no easier to understand. */
export const MOST_ROUTES = 100

/**
 * The lines that name a route: one per line, with or without `GET` before it.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function linesOf(text) {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/^GET\s+/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
}

/**
 * Adds routes one by one and keeps every stage.
 *
 * @param {string[]} routes
 * @param {() => Planter} plant an empty tree
 * @returns {{ planter: Planter, stages: Stage[] }}
 */
export function grow(routes, plant) {
  const planter = plant()
  let before = planter.view()
  const stages = routes.map((route) => {
    let error = ''
    try {
      planter.add(route)
    } catch (thrown) {
      error = thrown instanceof Error ? thrown.message : String(thrown)
    }
    const tree = planter.view()
    const changed = changes(before, tree)
    before = tree
    return { route, tree, changed, error }
  })
  return { planter, stages }
}
