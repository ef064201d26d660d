import { inspect } from 'node:util'
import { VelocyError } from './errors.js'

/**
 * @typedef {object} Rule what an option may be
 * @property {string} expected in words
 * @property {(value: any) => boolean} allows
 */

/**
 * Checks the options passed to a function or a class. No number is larger than
 * `'1kb'`, so a limit like that would let everything in.
 *
 * @template {object} T
 * @param {string} owner for the message, such as `readBody`
 * @param {T | undefined} options
 * @param {{ [Name in keyof T]-?: Rule }} known a rule for each option
 * @returns {T} without options that are undefined, so that defaults can be
 *   spread before them
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function checkOptions(owner, options, known) {
  const checked = /** @type {T} */ ({})
  if (options === undefined) return checked
  if (options === null || typeof options !== 'object') {
    throw badOption(owner, show(options), 'an object with options')
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(known, name)) throw unknownOption(owner, name, known)
  }
  for (const name of /** @type {(keyof T)[]} */ (Object.keys(known))) {
    const value = options[name]
    if (value === undefined) continue
    checkValue(owner, String(name), value, known[name])
    checked[name] = value
  }
  return checked
}

/**
 * @param {string} owner
 * @param {string} name
 * @param {unknown} value
 * @param {Rule} rule
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function checkValue(owner, name, value, { expected, allows }) {
  if (allows(value)) return
  throw badOption(owner, `${name}: ${show(value)}`, expected)
}

/**
 * @param {string} owner
 * @param {string} name
 * @param {object} known
 */
function unknownOption(owner, name, known) {
  const names = Object.keys(known).join(', ')
  return badOption(owner, `an option ${show(name)}`, `one of ${names}`)
}

/**
 * @param {string} owner
 * @param {string} got
 * @param {string} expected
 */
function badOption(owner, got, expected) {
  const message = `${owner}: got ${got}, expected ${expected}`
  return new VelocyError('ERR_VELOCY_BAD_OPTION', message)
}

/** @param {unknown} value */
const show = (value) =>
  inspect(value, { depth: 0, maxStringLength: 80, breakLength: Infinity })

/**
 * @param {number} min
 * @param {number} max Infinity is allowed if it is the maximum
 * @returns {Rule}
 */
export const integer = (min, max) => ({
  expected: `an integer from ${min} to ${max}`,
  allows: (value) =>
    (Number.isInteger(value) || value === max) && value >= min && value <= max,
})

/**
 * A time in ms: a timer that is set for longer fires at once.
 *
 * @param {number} [min]
 * @returns {Rule}
 */
export const time = (min = 0) => integer(min, 2 ** 31 - 1)

/**
 * @param {string} what such as `an AbortSignal`
 * @param {...string} members that it must have: a signal from another realm,
 *   such as a test runner's, has another class
 * @returns {Rule}
 */
export const having = (what, ...members) => ({
  expected: what,
  allows: (value) =>
    typeof value === 'object' &&
    value !== null &&
    members.every((member) => member in value),
})

/** @type {Rule} */
export const func = {
  expected: 'a function',
  allows: (value) => typeof value === 'function',
}

/**
 * @param {...(string | number)} values
 * @returns {Rule}
 */
export const oneOf = (...values) => ({
  expected: `one of ${values.join(', ')}`,
  allows: (value) => values.includes(value),
})

/** @type {Rule} */
export const boolean = {
  expected: 'true or false',
  allows: (value) => typeof value === 'boolean',
}

/** @type {Rule} */
export const string = {
  expected: 'a string',
  allows: (value) => typeof value === 'string',
}
