import { VelocyError } from '../common/errors.js'
import { errorIn } from './json-position.js'

/**
 * Reads JSON (RFC 8259) that somebody else has written.
 *
 * @param {string} text
 * @returns {unknown}
 * @throws {VelocyError} ERR_VELOCY_BAD_JSON, status 400, which says where and
 *   nothing of the text; ERR_VELOCY_JSON_KEY, status 400, for a key that would
 *   change the prototype of an object it is copied to
 */
export function parseJson(text) {
  let value
  try {
    value = JSON.parse(text)
  } catch {
    // The engine's own message quotes the text, and its position comes and
    // goes with the kind of the error.
    throw badJson(text)
  }
  if (isSuspect(text)) refusePrototypes(value)
  return value
}

/**
 * Whether the text may hold one of the keys. An escape could hide a letter of
 * theirs, from `\u005f` for the underscore to `\u007x`; those of other letters
 * are none, so that `caf\u00e9` is not suspect. Short words are looked for
 * first: that takes a fraction of the time.
 *
 * @param {string} text
 */
const isSuspect = (text) =>
  (text.includes('proto') && /__proto__|"prototype"/.test(text)) ||
  (text.includes('\\u00') && /\\u00[5-7]/.test(text))

/**
 * Looks at every key, without recursion: a text may be nested as deep as it is
 * long.
 *
 * @param {unknown} root as JSON.parse makes it
 */
function refusePrototypes(root) {
  const left = [root]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) throw badKey('__proto__')
    const { constructor: own } = /** @type {any} */ (value)
    if (Object.hasOwn(value, 'constructor') && isPrototypeHolder(own)) {
      throw badKey('constructor.prototype')
    }
    for (const inner of Object.values(value)) left.push(inner)
  }
}

/** @param {unknown} value */
const isPrototypeHolder = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Object.hasOwn(value, 'prototype')

/** @param {string} key */
function badKey(key) {
  return new VelocyError(
    'ERR_VELOCY_JSON_KEY',
    `The body has a key ${key}, which is refused: copied to another object, ` +
      'it changes what that inherits',
    { status: 400 },
  )
}

/** @param {string} text */
function badJson(text) {
  const index = errorIn(text)
  const lines = text.slice(0, index).split('\n')
  const column = /** @type {string} */ (lines.at(-1)).length + 1
  const what = index < text.length ? 'unexpected character' : 'it ends early'
  return new VelocyError(
    'ERR_VELOCY_BAD_JSON',
    text === ''
      ? 'The body is empty, expected JSON'
      : `The body is not JSON: ${what}, line ${lines.length}, column ${column}`,
    { status: 400 },
  )
}
