/** Chapter 07's trie, as it is drawn. */
import { conflict } from '../../code/ch07/lib/router/checks.js'
import { Route } from '../../code/ch07/lib/router/route.js'
import { Trie } from '../../code/ch07/lib/router/trie.js'

/** @typedef {import('./walk.js').TreeNode} TreeNode */
/** @typedef {import('../../code/ch07/lib/router/trie.js').TrieNode<Route>} TrieNode */

const METHOD = 'GET'

/** @returns {import('./growth.js').Planter} */
export function plantTrie() {
  /** @type {Trie<Route>} */
  const trie = new Trie()
  return {
    add(path) {
      const route = new Route(METHOD, path, () => {})
      trie.insert(route.segments, route, (present, added) => {
        throw conflict(added, present)
      })
    },
    view: () => ({
      id: '',
      kind: 'root',
      text: '',
      label: METHOD,
      route: null,
      children: childrenOf(trie.root, ''),
    }),
    find(path) {
      const found = trie.find(path)
      if (found === null) return null
      const { route, params } = found.value.matchOf(found.values)
      return { route: route.path, params }
    },
  }
}

/**
 * @param {TrieNode} node
 * @param {string} above its id
 * @returns {TreeNode[]} as the chapter's drawing orders them
 */
function childrenOf({ children, parameter }, above) {
  const statics = [...children]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([text, node]) => view(node, 'static', `/${text}`, above))
  if (!parameter) return statics
  return [...statics, view(parameter, 'parameter', '/:', above)]
}

/**
 * @param {TrieNode} node
 * @param {'static' | 'parameter'} kind
 * @param {string} label
 * @param {string} above the id of its parent
 * @returns {TreeNode}
 */
function view(node, kind, label, above) {
  const id = above + label
  return {
    id,
    kind,
    text: kind === 'static' ? label : '/',
    label,
    route: node.value?.path ?? null,
    children: childrenOf(node, id),
  }
}
