import { VelocyError } from '../common/errors.js'

/**
 * Writes a value as JSON (RFC 8259).
 *
 * @param {unknown} value
 * @returns {string}
 * @throws {VelocyError} ERR_VELOCY_NO_JSON for what JSON cannot express, or
 *   would express as {}, such as a Map
 * @throws {TypeError} of a cycle, and of a bigint
 */
export function jsonOf(value) {
  const json = JSON.stringify(value)
  if (json === undefined) throw noJson(nameOf(value), 'null')
  if (json === '{}' && !isEmpty(/** @type {object} */ (value))) {
    throw noJson(nameOf(value), 'Object.fromEntries() or [...] of it')
  }
  return json
}

/**
 * Whether an object that is {} in JSON has nothing in it, and did not only
 * keep it where JSON does not look.
 *
 * @param {any} object
 */
function isEmpty(object) {
  if (typeof object.toJSON === 'function') return true
  if (Object.keys(object).length > 0) return true
  const prototype = Object.getPrototypeOf(object)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * @param {any} value
 * @returns {string} such as `a function` and `an Object`
 */
export function nameOf(value) {
  if (value === null || value === undefined) return String(value)
  if (typeof value !== 'object') return `a ${typeof value}`
  // A generator has a constructor without a name.
  const tag = value[Symbol.toStringTag] ?? 'Object'
  const name = String(value.constructor?.name || tag)
  return /^[AEIO]/.test(name) ? `an ${name}` : `a ${name}`
}

/** @param {string} got @param {string} instead */
function noJson(got, instead) {
  return new VelocyError(
    'ERR_VELOCY_NO_JSON',
    `got ${got}, expected a value that JSON can express: null, a boolean, a ` +
      `number, a string, an array or an object; try ${instead}`,
  )
}
