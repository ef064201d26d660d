/** What there is to step through: a tree that grows, and a lookup in it. */
import { changes, walk } from './walk.js'

/** @typedef {import('./walk.js').TreeNode} TreeNode */
/** @typedef {import('./walk.js').Change} Change */
/** @typedef {import('./walk.js').Step} Step */
/**
 * @typedef {object} Planter the chapter's tree
 * @property {(route: string) => void} add throws on a route that cannot be
 * @property {() => TreeNode} view the nodes as they are now
 * @property {(path: string) => { route: string,
 *   params: Record<string, string> } | null} find the chapter's own lookup
 * @property {(path: string) => string} [normalize] the chapter's normal form
 */
/**
 * @typedef {object} Stage the tree after one more route
 * @property {string} route as typed
 * @property {TreeNode} tree
 * @property {Map<string, Change>} changed by this route
 * @property {string} error the router's own message; '' when it was added
 */
/**
 * @typedef {object} Frame one step of all
 * @property {TreeNode} tree
 * @property {Stage | null} stage while the tree grows
 * @property {Step[]} steps of the lookup so far
 */

/** More routes than this are no easier to understand. */
export const MOST_ROUTES = 100

/**
 * The lines that name a route: one per line, with or without `GET` before it.
 *
 * @param {string} text
 * @returns {string[]} at most as many as are drawn
 */
export function linesOf(text) {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/^GET\s+/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(0, MOST_ROUTES)
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

/**
 * A frame for each route that is added, and one for each step of the lookup.
 *
 * @param {{ planter: Planter, stages: Stage[] }} grown
 * @param {string} path
 * @param {import('./walk.js').Options} options
 * @returns {Frame[]}
 */
export function framesOf({ planter, stages }, path, options) {
  const tree = planter.view()
  const { normalize } = planter
  const steps = path.startsWith('/')
    ? walk(tree, path, { ...options, normalize })
    : []
  return [
    ...stages.map((stage) => ({ tree: stage.tree, stage, steps: [] })),
    ...steps.map((_, index) => ({
      tree,
      stage: null,
      steps: steps.slice(0, index + 1),
    })),
  ]
}
