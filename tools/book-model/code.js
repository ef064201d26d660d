/** The syntax tree of a program. */
import { parse } from 'acorn'

/** @typedef {import('acorn').Node & Record<string, any>} Node */

/**
 * @param {string} text of a module, or of a CommonJS file
 * @returns {import('acorn').Program}
 */
export function treeOf(text) {
  const options = {
    ecmaVersion: /** @type {const} */ ('latest'),
    locations: true,
    allowHashBang: true,
    // As in CommonJS, which is not told from a module here.
    allowReturnOutsideFunction: true,
  }
  return parse(text, { ...options, sourceType: 'module' })
}

/**
 * Every node of a syntax tree, the outer ones first.
 *
 * @param {any} node
 * @returns {Generator<Node>}
 */
export function* nodesOf(node) {
  if (Array.isArray(node)) {
    for (const one of node) yield* nodesOf(one)
  } else if (typeof node?.type === 'string') {
    yield node
    for (const value of Object.values(node)) {
      if (typeof value === 'object' && value !== null) yield* nodesOf(value)
    }
  }
}
