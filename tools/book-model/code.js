/** The syntax tree of a program. */
import { parse } from 'acorn'

/** @typedef {import('acorn').Node & Record<string, any>} Node */

/**
 * @param {string} text of a module, or of a CommonJS file
 * @param {import('acorn').Comment[]} [comments] is added to
 */
export const treeOf = (text, comments = []) =>
  parse(text, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    onComment: comments,
    allowHashBang: true,
    // A class that is half typed may call what is not there yet.
    checkPrivateFields: false,
    // As in CommonJS, which is not told from a module here.
    allowReturnOutsideFunction: true,
  })

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
