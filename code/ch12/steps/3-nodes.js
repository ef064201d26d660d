import { freshPaths, treeOf } from './lookups.js'
import { show, timeOf } from './measure.js'

/** @typedef {Record<string, any>} Node */

const FIELDS = ['value', 'child', 'sibling', 'table', 'parameter', 'wildcard']
/** What a thrifty node has not, it inherits. */
const EMPTY = Object.fromEntries(FIELDS.map((name) => [name, null]))

/**
 * A copy of the tree, whose nodes have only what they need.
 *
 * @param {Node | null} node
 * @param {Map<Node, Node>} copies
 * @returns {any}
 */
export function thrifty(node, copies = new Map()) {
  if (node === null || copies.has(node)) return node && copies.get(node)
  const { text, code, length } = node
  const copy = Object.assign(Object.create(EMPTY), { text, code, length })
  copies.set(node, copy)
  for (const name of FIELDS) {
    const field = node[name]
    if (field === null) continue
    if (name === 'value') copy.value = field
    else if (name === 'table') {
      copy.table = field.map((/** @type {Node} */ n) => thrifty(n, copies))
    } else copy[name] = thrifty(field, copies)
  }
  return copy
}

/**
 * @param {Node | null} node
 * @param {Set<string>} shapes
 */
function shapesOf(node, shapes = new Set()) {
  if (node === null) return shapes
  shapes.add(Object.keys(node).join())
  for (const name of ['child', 'sibling', 'parameter']) {
    shapesOf(node[name], shapes)
  }
  return shapes
}

if (import.meta.main) {
  const tree = treeOf()
  if (process.argv[2] === 'thrifty') tree.root = thrifty(tree.root)
  const paths = freshPaths(10_000)
  console.log('shapes of nodes:', shapesOf(tree.root).size)
  console.log('found:', paths.filter((path) => tree.find(path)).length)
  const find = (/** @type {string} */ path) => tree.find(path)
  show('a lookup', timeOf(paths, find, 200))
}
