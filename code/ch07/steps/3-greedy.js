import { parsePattern } from '../lib/router/pattern.js'
import { Trie } from '../lib/router/trie.js'

/** @import { TrieNode } from '../lib/router/trie.js' */

/**
 * At each node: the child with this text, else the parameter. Never back.
 *
 * @param {TrieNode<string>} root
 * @param {string} path
 */
function findGreedily(root, path) {
  /** @type {TrieNode<string> | null} */
  let node = root
  for (const text of path.slice(1).split('/')) {
    node = node.children.get(text) ?? node.parameter
    if (node === null) return null
  }
  return node.value
}

const trie = new Trie()
for (const pattern of ['/users/me/posts', '/users/:id/settings']) {
  trie.insert(parsePattern(pattern), pattern, (present) => present)
}
for (const path of [
  '/users/me/posts',
  '/users/42/settings',
  '/users/me/settings',
]) {
  console.log(path, '→', findGreedily(trie.root, path) ?? 404)
}
