/** What a program's text is made of: its syntax tree and its comments. */
import { parse } from 'acorn'

/** @typedef {import('acorn').Node & Record<string, any>} Node */
/**
 * @typedef {object} Comment
 * @property {string} text without its signs
 * @property {number} line on which it begins, from 1
 */

/**
 * @param {string} text of a module, or of a CommonJS file
 * @param {import('acorn').Comment[]} [comments] gets those of the text
 * @returns {import('acorn').Program}
 */
export function treeOf(text, comments) {
  const options = {
    ecmaVersion: /** @type {const} */ ('latest'),
    locations: true,
    allowHashBang: true,
    // As in CommonJS, which is not told from a module here.
    allowReturnOutsideFunction: true,
    onComment: comments,
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

/**
 * @param {string} text of a program
 * @returns {Comment[]} each run of `//` lines is one
 */
export function commentsOf(text) {
  /** @type {any[]} */
  const found = []
  treeOf(text, found)
  /** @type {(Comment & { type: string, last: number })[]} */
  const comments = []
  for (const { type, value, loc } of found) {
    const before = comments.at(-1)
    const goesOn =
      type === 'Line' &&
      before?.type === 'Line' &&
      before.last === loc.start.line - 1
    if (goesOn) {
      before.text += `\n${value}`
      before.last = loc.end.line
    } else {
      const { start, end } = loc
      comments.push({ type, text: value, line: start.line, last: end.line })
    }
  }
  return comments
}
