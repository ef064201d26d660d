/**
 * Modules that import each other. The URL of a module is that of its text, so
 * that none of them could name the others; the last one imports a stand-in of
 * the first. It gets the functions when the first one begins, and the other
 * values when that has run; what changes later does not reach it.
 */
import { parse } from 'es-module-lexer/minimal/js'

/**
 * @typedef {object} StandIn
 * @property {string} text of the module that stands in
 * @property {string} update the name of its function that takes the values
 * @property {string} values functions that read them, as arguments
 */

/**
 * @param {string} source of the module that is stood in for
 * @returns {StandIn} without what the module exports of others, and without a
 *   default export that has no name
 */
export function standInFor(source) {
  const exports = exportsOf(source)
  const update = exports.some(({ n }) => n === 'update') ? '__update' : 'update'
  const reads = exports.map((_, i) => `r${i}`)
  const sets = exports.map((_, i) => `try{v${i}=r${i}()}catch{}`)
  const names = exports.map(({ n }, i) => `v${i} as ${JSON.stringify(n)}`)
  return {
    text:
      `${reads.map((_, i) => `let v${i};`).join('')}export{${names}};` +
      `export function ${update}(${reads}){${sets.join('')}}`,
    update,
    values: exports.map(({ ln }) => `()=>${ln}`).join(),
  }
}

/** @param {string} source */
function exportsOf(source) {
  try {
    return parse(source)[1].filter(({ ln }) => ln !== undefined)
  } catch {
    // The browser says what is wrong with it.
    return []
  }
}
