/**
 * Errors as Node's built-ins throw them: with a `code`, and with its words.
 */
import { inspect } from './inspect.js'

/**
 * @template {Error} T
 * @param {T} error
 * @param {string} code such as ERR_INVALID_ARG_TYPE
 * @returns {T & { code: string }} whose stack names the code, as Node's does
 */
function withCode(error, code) {
  const { name } = error
  if (typeof error.stack === 'string' && error.stack.startsWith(name)) {
    error.stack = `${name} [${code}]${error.stack.slice(name.length)}`
  }
  // Not like Object.assign for the stack alone: Node's code is enumerable.
  return Object.assign(error, { code })
}

/** @param {string} code @param {string} message */
export const nodeError = (code, message) => withCode(new Error(message), code)

/** @param {string} code @param {string} message */
export const typeError = (code, message) =>
  withCode(new TypeError(message), code)

/** @param {string} code @param {string} message */
export const rangeError = (code, message) =>
  withCode(new RangeError(message), code)

/**
 * @param {string} name of the argument, or of the property: `options.flag`
 * @param {string} expected in words: `of type string`, `an instance of Buffer`
 * @param {unknown} actual
 */
export function invalidArgType(name, expected, actual) {
  const kind = name.includes('.') ? 'property' : 'argument'
  const subject = name.endsWith(' argument') ? name : `"${name}" ${kind}`
  return typeError(
    'ERR_INVALID_ARG_TYPE',
    `The ${subject} must be ${expected}. Received ${received(actual)}`,
  )
}

/**
 * @param {string} name
 * @param {unknown} actual
 * @param {string} [reason]
 */
export function invalidArgValue(name, actual, reason = 'is invalid') {
  const kind = name.includes('.') ? 'property' : 'argument'
  const shown = inspect(actual)
  const cut = shown.length > 128 ? `${shown.slice(0, 128)}...` : shown
  return typeError(
    'ERR_INVALID_ARG_VALUE',
    `The ${kind} '${name}' ${reason}. Received ${cut}`,
  )
}

/**
 * @param {string} name
 * @param {string} range such as `>= 0 && <= 255`
 * @param {unknown} actual
 */
export function outOfRange(name, range, actual) {
  const isLarge =
    (Number.isInteger(actual) || typeof actual === 'bigint') &&
    (Number(actual) > 2 ** 32 || Number(actual) < -(2 ** 32))
  const shown = isLarge ? grouped(inspect(actual)) : inspect(actual)
  return rangeError(
    'ERR_OUT_OF_RANGE',
    `The value of "${name}" is out of range. It must be ${range}. ` +
      `Received ${shown}`,
  )
}

/** @param {string} digits */
const grouped = (digits) => digits.replace(/\B(?=(\d{3})+n?$)/g, '_')

/**
 * What a function of Node does that a page cannot.
 *
 * @param {string} name such as `fs.watch`
 */
export const notInPage = (name) =>
  nodeError('ERR_NOT_IN_PAGE', `${name} is not there in a page`)

/**
 * @param {string} name as above
 * @returns {() => never} in the place of such a function, or of a class
 */
export function absent(name) {
  // An arrow function could not be called with `new`.
  /** @returns {never} */
  function missing() {
    throw notInPage(name)
  }
  return missing
}

/**
 * @param {unknown} value
 * @returns {string} as Node's messages end: `type number (1)`
 */
export function received(value) {
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'function') return `function ${value.name}`
  if (typeof value === 'object') {
    const name = value.constructor?.name
    return name ? `an instance of ${name}` : inspect(value, { depth: -1 })
  }
  let shown = inspect(value, { colors: false })
  if (shown.length > 28) shown = `${shown.slice(0, 25)}...`
  return `type ${typeof value} (${shown})`
}

/**
 * @param {unknown} value
 * @param {string} name
 */
export function checkFunction(value, name) {
  if (typeof value === 'function') return
  throw invalidArgType(name, 'of type function', value)
}

/**
 * @param {unknown} value
 * @param {string} name
 */
export function checkString(value, name) {
  if (typeof value === 'string') return
  throw invalidArgType(name, 'of type string', value)
}

/**
 * @param {unknown} value
 * @param {string} name
 * @param {number} [min]
 * @param {number} [max]
 */
export function checkInteger(
  value,
  name,
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
) {
  if (typeof value !== 'number') {
    throw invalidArgType(name, 'of type number', value)
  }
  if (!Number.isInteger(value)) throw outOfRange(name, 'an integer', value)
  if (value < min || value > max) {
    throw outOfRange(name, `>= ${min} && <= ${max}`, value)
  }
}

/**
 * @param {unknown} signal
 * @param {string} name
 */
export function checkSignal(signal, name = 'options.signal') {
  const isSignal =
    typeof signal === 'object' && signal !== null && 'aborted' in signal
  if (signal === undefined || isSignal) return
  throw invalidArgType(name, 'an instance of AbortSignal', signal)
}

class AbortError extends Error {
  code = 'ABORT_ERR'
  name = 'AbortError'
}

/**
 * What Node rejects with when a signal is aborted.
 *
 * @param {unknown} [cause] the signal's reason
 */
export const abortError = (cause) =>
  new AbortError(
    'The operation was aborted',
    cause === undefined ? undefined : { cause },
  )
