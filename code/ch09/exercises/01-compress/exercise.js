/**
 * @typedef {object} Node
 * @property {string} text that leads here from the node above
 * @property {string | null} value
 * @property {Node[]} children
 */

/**
 * Merges each node that decides nothing with its only child. A node that has a
 * value stays a node of its own.
 *
 * @param {Node} root stays the root, with the text ''
 * @returns {Node} a new tree; the old one is left as it was
 */
export function compress(root) {
  return root
}
