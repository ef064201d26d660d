/** @import { RadixNode } from './radix.js' */
/** @import { Route } from './route.js' */

/**
 * Draws the tree below a node, a line per node.
 *
 * @param {RadixNode<Route> | null} node
 * @param {string} [indent]
 * @returns {string[]} lines
 */
export function draw(node, indent = '') {
  const branches = node === null ? [] : branchesOf(node)
  return branches.flatMap(({ text, route, child }, index) => {
    const isLast = index === branches.length - 1
    const label = route ? `${text}  (${route.path})` : text
    const line = `${indent}${isLast ? '└─ ' : '├─ '}${label}`
    return [line, ...draw(child, `${indent}${isLast ? '   ' : '│  '}`)]
  })
}

/**
 * @typedef {object} Branch
 * @property {string} text
 * @property {Route | null} route that ends here
 * @property {RadixNode<Route> | null} child
 */
/**
 * @param {RadixNode<Route>} node
 * @returns {Branch[]} in the order in which a lookup tries them
 */
function branchesOf({ children, parameter, wildcard }) {
  const branches = children
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map((child) => branchTo(child.text, child))
  if (parameter) branches.push(branchTo(':', parameter))
  if (wildcard) branches.push({ text: '*', route: wildcard, child: null })
  return branches
}

/**
 * @param {string} text
 * @param {RadixNode<Route>} child
 * @returns {Branch}
 */
const branchTo = (text, child) => ({ text, route: child.value, child })
