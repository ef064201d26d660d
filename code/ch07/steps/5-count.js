import { parsePattern } from '../lib/router/pattern.js'
import { Trie } from '../lib/router/trie.js'

/** @import { TrieNode } from '../lib/router/trie.js' */

/**
 * How many nodes a lookup that finds nothing comes to.
 *
 * @param {TrieNode<unknown> | null | undefined} node
 * @param {string[]} texts
 * @returns {number}
 */
function visits(node, [text, ...rest]) {
  if (!node) return 0
  if (text === undefined) return 1
  const { children, parameter } = node
  return 1 + visits(children.get(text), rest) + visits(parameter, rest)
}

/**
 * All patterns of this many segments, each of which is `a` or a parameter.
 *
 * @param {number} depth
 * @returns {string[]}
 */
function mixes(depth) {
  if (depth === 0) return ['']
  const shorter = mixes(depth - 1)
  return shorter.flatMap((path) => [`${path}/a`, `${path}/:p${depth}`])
}

for (const depth of [2, 4, 8]) {
  const all = mixes(depth)
  for (const patterns of [[all[0], all[all.length - 1]], all]) {
    const trie = new Trie()
    for (const pattern of patterns) {
      trie.insert(parsePattern(`${pattern}/end`), 1, (present) => present)
    }
    const texts = [...Array(depth).fill('a'), 'nowhere']
    console.log(
      `${depth} segments, ${patterns.length} routes: ` +
        `${visits(trie.root, texts)} nodes for a miss`,
    )
  }
}
