/** node:util. */

import { isDeepStrictEqual } from './comparisons.js'
import { absent, checkFunction } from './errors.js'
import {
  format,
  formatWithOptions,
  inspect,
  stripVTControlCharacters,
} from './inspect.js'
import * as types from './util-types.js'

export const { TextDecoder, TextEncoder } = globalThis

/** @typedef {(...args: any[]) => any} AnyFunction */

const custom = Symbol.for('nodejs.util.promisify.custom')

/**
 * @param {any} original which calls its last argument back
 * @returns {any} the same with a promise
 */
export function promisify(original) {
  checkFunction(original, 'original')
  if (original[custom]) {
    checkFunction(original[custom], 'util.promisify.custom')
    return Object.defineProperty(original[custom], custom, {
      value: original[custom],
      configurable: true,
    })
  }
  /** @this {any} @param {...any} args */
  function promised(...args) {
    return new Promise((resolve, reject) => {
      original.call(
        this,
        ...args,
        (/** @type {unknown} */ error, /** @type {unknown} */ value) => {
          if (error) reject(error)
          else resolve(value)
        },
      )
    })
  }
  Object.setPrototypeOf(promised, Object.getPrototypeOf(original))
  Object.defineProperty(promised, custom, {
    value: promised,
    configurable: true,
  })
  return Object.defineProperties(
    promised,
    Object.getOwnPropertyDescriptors(original),
  )
}
promisify.custom = custom

export const { isArray } = Array

export const aborted = absent('util.aborted')
export const callbackify = absent('util.callbackify')
export const debuglog = absent('util.debuglog')
export const deprecate = absent('util.deprecate')
export const inherits = absent('util.inherits')
export const styleText = absent('util.styleText')

export {
  format,
  formatWithOptions,
  inspect,
  isDeepStrictEqual,
  stripVTControlCharacters,
  types,
}
