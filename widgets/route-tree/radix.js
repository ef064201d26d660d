/** Chapter 09's radix tree, as it is drawn. */
import { decode } from '../../code/ch09/lib/common/percent.js'
import { conflict } from '../../code/ch09/lib/router/checks.js'
import { normalizePath } from '../../code/ch09/lib/router/path.js'
import { RadixTree } from '../../code/ch09/lib/router/radix.js'
import { Route } from '../../code/ch09/lib/router/route.js'

/** @typedef {import('./walk.js').TreeNode} TreeNode */
/** @typedef {import('../../code/ch09/lib/router/radix.js').RadixNode<Route>} RadixNode */

const METHOD = 'GET'

/** @returns {import('./growth.js').Planter} */
export function plantRadix() {
  /** @type {RadixTree<Route>} */
  const tree = new RadixTree()
  return {
    add(path) {
      const route = new Route(METHOD, path, () => {})
      tree.insert(route.segments, route, (present, added) => {
        throw conflict(added, present)
      })
    },
    view: () => view(tree.root, 'root', METHOD, ''),
    find(path) {
      const normal = normalizePath(path)
      const route = tree.find(normal)
      if (route === null) return null
      const { params } = route.matchOf(normal)
      const decoded = Object.entries(params).map(([name, value]) => [
        name,
        decode(value),
      ])
      return { route: route.path, params: Object.fromEntries(decoded) }
    },
    normalize: normalizePath,
  }
}

/**
 * @param {RadixNode} node
 * @param {'root' | 'static' | 'parameter'} kind
 * @param {string} label
 * @param {string} id
 * @returns {TreeNode}
 */
function view(node, kind, label, id) {
  const { children, parameter, wildcard } = node
  const below = children
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
    .map((child) => view(child, 'static', child.text, id + child.text))
  if (parameter) below.push(view(parameter, 'parameter', ':', `${id}:`))
  if (wildcard) {
    below.push({
      id: `${id}*`,
      kind: 'wildcard',
      text: '',
      label: '*',
      route: wildcard.path,
      children: [],
    })
  }
  return {
    id,
    kind,
    text: node.text,
    label,
    route: node.value?.path ?? null,
    children: below,
  }
}
