/**
 * @typedef {object} Node
 * @property {string} text
 * @property {string | null} value of the path that ends here
 * @property {Node[]} children whose texts begin with different characters
 */

/**
 * Takes a path out of a radix tree of static paths. Afterwards the tree is the
 * one that would be there had the path never been added.
 *
 * @param {Node} root with the text ''
 * @param {string} path not empty
 * @returns {boolean} whether the path was there
 */
export function remove(root, path) {
  const way = wayTo(root, path)
  const node = way.at(-1)
  const above = way.at(-2)
  if (!node || !above || node.value === null) return false
  node.value = null
  if (node.children.length === 0) {
    above.children.splice(above.children.indexOf(node), 1)
    if (above !== root) mergeWithChild(above)
  } else {
    mergeWithChild(node)
  }
  return true
}

/**
 * @param {Node} root
 * @param {string} path
 * @returns {Node[]} from the root to where the path ends; empty: it is not there
 */
function wayTo(root, path) {
  const way = [root]
  let node = root
  for (let position = 0; position < path.length; ) {
    const child = node.children.find(({ text }) =>
      path.startsWith(text, position),
    )
    if (!child) return []
    way.push(child)
    node = child
    position += child.text.length
  }
  return way
}

/**
 * Undoes a split, when nothing is decided here any more.
 *
 * @param {Node} node
 */
function mergeWithChild(node) {
  if (node.value !== null || node.children.length !== 1) return
  const [child] = node.children
  node.text += child.text
  node.value = child.value
  node.children = child.children
}
