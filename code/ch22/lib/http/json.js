import { VelocyError } from '../common/errors.js'

/**
 * Reads JSON (RFC 8259) from a client.
 *
 * @param {string} text
 * @returns {unknown}
 * @throws {VelocyError} ERR_VELOCY_BAD_JSON, status 400, which says where the
 *   text is wrong and quotes none of it; ERR_VELOCY_JSON_KEY, status 400, for a
 *   key that would change the prototype of an object it is copied to
 */
export function parseJson(text) {
  try {
    return isSuspect(text) ? JSON.parse(text, refuse) : JSON.parse(text)
  } catch (error) {
    throw error instanceof VelocyError ? error : badJson(text, error)
  }
}

/**
 * Whether the text may hold one of the keys. An escape could hide a letter of
 * theirs, from `\u005f` for the underscore to `\u007x`. Searching for short
 * words first takes a fraction of the time.
 *
 * @param {string} text
 */
const isSuspect = (text) =>
  (text.includes('proto') && /__proto__|"prototype"/.test(text)) ||
  (text.includes('\\u00') && /\\u00[5-7]/.test(text))

/**
 * Called by JSON.parse for each key, the innermost first.
 *
 * @param {string} key
 * @param {unknown} value
 */
function refuse(key, value) {
  if (key === '__proto__') throw badKey(key)
  const isPoisoned = Object.hasOwn(Object(value), 'prototype')
  if (key === 'constructor' && isPoisoned) throw badKey('constructor.prototype')
  return value
}

/** @param {string} key */
const badKey = (key) =>
  new VelocyError(
    'ERR_VELOCY_JSON_KEY',
    `Request body has the key ${key}, which changes the prototype of an ` +
      'object it is copied to: rename it',
    { status: 400 },
  )

/**
 * @param {string} text
 * @param {unknown} cause what JSON.parse has thrown; its message quotes the text
 */
function badJson(text, cause) {
  const code = 'ERR_VELOCY_BAD_JSON'
  const bad = (/** @type {string} */ message) =>
    new VelocyError(code, `Request body ${message}`, { status: 400 })
  if (text === '') return bad('is empty, expected JSON')
  if (cause instanceof RangeError) return bad('is nested too deeply')
  if (text.length > SEARCHED) return bad('is not valid JSON')
  const index = errorIn(text)
  const lines = text.slice(0, index).split('\n')
  const column = /** @type {string} */ (lines.at(-1)).length + 1
  const what = index < text.length ? 'character' : 'end'
  const place = `line ${lines.length}, column ${column}`
  return bad(`is not valid JSON: unexpected ${what} at ${place}`)
}

/** How long a text may be to search it for its error, which takes a dozen calls of JSON.parse. */
const SEARCHED = 10_000

/**
 * Where a text stops being JSON, by bisection.
 *
 * @param {string} text that JSON.parse has refused
 * @returns {number} the index of the first character that cannot stand there;
 *   the length of the text when it only ends too early
 */
function errorIn(text) {
  let good = 0
  let bad = text.length + 1
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (isBeginning(text.slice(0, middle))) good = middle
    else bad = middle
  }
  return good
}

/**
 * Whether a text could go on to become JSON. V8 then complains about its end.
 *
 * @param {string} text
 */
function isBeginning(text) {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    const position = / at position (\d+)/.exec(message)?.[1]
    return message.includes('end of JSON') || Number(position) === text.length
  }
}
