/** @import { RadixNode } from './radix.js' */
/** @import { Route } from './route.js' */

// ANCHOR: draw
/**
 * Draws the tree below a node, a line per node.
 *
 * @param {RadixNode<Route>} node
 * @param {string} [indent]
 * @returns {string[]} lines
 */
export function draw(node, indent = '') {
  const branches = branchesOf(node)
  return branches.flatMap(({ label, below }, index) => {
    const isLast = index === branches.length - 1
    const line = `${indent}${isLast ? '└─ ' : '├─ '}${label}`
    return [line, ...below(`${indent}${isLast ? '   ' : '│  '}`)]
  })
}
// ANCHOR_END: draw

// ANCHOR: branches
/**
 * @param {RadixNode<Route>} node
 * @returns {{ label: string, below: (indent: string) => string[] }[]} in the
 *   order in which a lookup tries them
 */
function branchesOf(node) {
  const statics = node.children
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map((child) => ({
      label: labelOf(child.text, child.value),
      below: (/** @type {string} */ indent) => draw(child, indent),
    }))
  const { parameter, wildcard } = node
  return [
    ...statics,
    ...(parameter
      ? [
          {
            label: labelOf(':', parameter.value),
            below: (/** @type {string} */ indent) => draw(parameter, indent),
          },
        ]
      : []),
    ...(wildcard ? [{ label: labelOf('*', wildcard), below: () => [] }] : []),
  ]
}

/**
 * @param {string} text
 * @param {Route | null} route that ends here
 */
const labelOf = (text, route) => (route ? `${text}  (${route.path})` : text)
// ANCHOR_END: branches
