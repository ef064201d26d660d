/** @import { Route } from './route.js' */
/** @import { TrieNode } from './trie.js' */

/**
 * Draws what is below a node, a line per node.
 *
 * @param {TrieNode<Route>} node
 * @param {string} [indent]
 * @returns {string[]} lines
 */
export function draw(node, indent = '') {
  const branches = branchesOf(node)
  return branches.flatMap(([text, child], index) => {
    const isLast = index === branches.length - 1
    const route = child.value ? `  (${child.value.path})` : ''
    const line = `${indent}${isLast ? '└─ ' : '├─ '}/${text}${route}`
    return [line, ...draw(child, `${indent}${isLast ? '   ' : '│  '}`)]
  })
}

/**
 * @param {TrieNode<Route>} node
 * @returns {[text: string, child: TrieNode<Route>][]} in the order in which a
 *   lookup tries them
 */
function branchesOf({ children, parameter }) {
  const texts = [...children.keys()].sort()
  /** @type {[string, TrieNode<Route>][]} */
  const branches = texts.map((text) => [
    text,
    /** @type {TrieNode<Route>} */ (children.get(text)),
  ])
  return parameter ? [...branches, [':', parameter]] : branches
}
