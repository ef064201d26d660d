/** node:util. */
import {
  format,
  formatWithOptions,
  inspect,
  stripVTControlCharacters,
} from 'node-inspect-extracted'
import { print } from '../sandbox/handles.js'
import { isDeepStrictEqual } from './comparisons.js'
import {
  checkFunction,
  checkSignal,
  invalidArgType,
  invalidArgValue,
} from './errors.js'
import { process } from './process.js'
import types from './util-types.js'

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

/** @param {any} original which returns a promise */
export function callbackify(original) {
  checkFunction(original, 'original')
  /** @this {any} @param {...any} args */
  return function callbackified(...args) {
    const callback = args.pop()
    checkFunction(callback, 'last argument')
    original.apply(this, args).then(
      (/** @type {unknown} */ value) => process.nextTick(callback, null, value),
      (/** @type {unknown} */ error) =>
        process.nextTick(callback, error ?? new Error('Promise was rejected')),
    )
  }
}

/** @param {any} subclass @param {any} superclass */
export function inherits(subclass, superclass) {
  for (const [name, value] of Object.entries({
    ctor: subclass,
    superCtor: superclass,
  })) {
    if (value === undefined || value === null) checkFunction(value, name)
  }
  if (superclass.prototype === undefined) {
    const name = 'superCtor.prototype'
    throw invalidArgType(name, 'of type object', superclass.prototype)
  }
  Object.defineProperty(subclass, 'super_', {
    value: superclass,
    configurable: true,
    writable: true,
  })
  Object.setPrototypeOf(subclass.prototype, superclass.prototype)
}

/**
 * @template {AnyFunction} T
 * @param {T} original
 * @param {string} message
 * @param {string} [code]
 * @returns {T} warns at the first call
 */
export function deprecate(original, message, code) {
  let isWarned = false
  /** @this {any} @param {...any} args */
  function deprecated(...args) {
    if (!isWarned) {
      isWarned = true
      const text = code ? `[${code}] ${message}` : message
      process.emitWarning(text, 'DeprecationWarning')
    }
    return new.target
      ? Reflect.construct(original, args, new.target)
      : original.apply(this, args)
  }
  return /** @type {any} */ (Object.setPrototypeOf(deprecated, original))
}

/** @param {string} section of NODE_DEBUG */
export function debuglog(section) {
  const names = (process.env.NODE_DEBUG ?? '').toLowerCase().split(',')
  const enabled = names.includes(section.toLowerCase())
  const log = (/** @type {any[]} */ ...args) => {
    if (!enabled) return
    const name = section.toUpperCase()
    print('stderr', `${name} ${process.pid}: ${format(...args)}\n`)
  }
  return Object.assign(log, { enabled })
}
export { debuglog as debug }

/**
 * @param {string | string[]} styles
 * @param {string} text
 * @param {{ validateStream?: boolean, stream?: any }} [options]
 * @returns {string} with escapes, unless it is for a stream that is no terminal
 */
export function styleText(styles, text, options = {}) {
  const { validateStream = true, stream = process.stdout } = options
  /** @type {Record<string, number[] | undefined>} */
  const colors = /** @type {any} */ (inspect.colors)
  let [before, after] = ['', '']
  for (const style of [styles].flat()) {
    const codes = colors[style]
    if (style === 'none') continue
    if (!codes) {
      const known = Object.keys(colors).map((name) => `'${name}'`)
      const reason = `must be one of: ${known.join(', ')}`
      throw invalidArgValue('format', style, reason)
    }
    before += `\x1b[${codes[0]}m`
    after = `\x1b[${codes[1]}m${after}`
  }
  return validateStream && !stream.isTTY ? text : before + text + after
}

/**
 * @param {AbortSignal} signal
 * @param {object} _resource
 */
export async function aborted(signal, _resource) {
  if (signal === undefined) {
    throw invalidArgType('signal', 'an instance of AbortSignal', signal)
  }
  checkSignal(signal, 'signal')
  if (signal.aborted) return
  await new Promise((resolve) =>
    signal.addEventListener('abort', resolve, { once: true }),
  )
}

/** @param {string} text */
export const toUSVString = (text) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    new TextEncoder().encode(text),
  )

export const { isArray } = Array

export {
  format,
  formatWithOptions,
  inspect,
  isDeepStrictEqual,
  stripVTControlCharacters,
  types,
}

export default {
  ...{ aborted, callbackify, debug: debuglog, debuglog, deprecate, format },
  ...{ formatWithOptions, inherits, inspect, isArray, isDeepStrictEqual },
  ...{ promisify, stripVTControlCharacters, styleText, TextDecoder },
  ...{ TextEncoder, toUSVString, types },
}
