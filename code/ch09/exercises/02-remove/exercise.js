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
  let node = root
  let position = 0
  while (position < path.length) {
    const child = node.children.find(({ text }) =>
      path.startsWith(text, position),
    )
    if (!child) return false
    node = child
    position += child.text.length
  }
  const wasThere = node.value !== null
  node.value = null
  return wasThere
}
