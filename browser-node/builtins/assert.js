/** node:assert. */

import { AssertionError } from './assertion-error.js'
import { isDeepStrictEqual } from './comparisons.js'
import {
  absent,
  checkFunction,
  invalidArgType,
  invalidArgValue,
  typeError,
} from './errors.js'
import { format, inspect } from './inspect.js'
import { expressionAt } from './source.js'
import { isNativeError, isPromise, isRegExp } from './util-types.js'

/** @typedef {string | Error | ((actual: any, expected: any) => string)} Message */

/** What `throws` and the like expect an error to be. */
/** @typedef {RegExp | Function | Record<string, any> | Error} Expected */

const NOTHING_THROWN = Symbol('nothing thrown')

/** @param {unknown} value @returns {value is Error} */
const isError = (value) => isNativeError(value) || value instanceof Error

/**
 * @param {object} failure
 * @param {unknown} [failure.actual]
 * @param {unknown} [failure.expected]
 * @param {any[]} failure.message what the caller gave for it
 * @param {string} failure.operator
 * @param {Function} failure.stackStartFn
 * @param {boolean} [failure.generatedMessage]
 * @returns {never}
 */
function failWith(failure) {
  const { actual, expected, generatedMessage } = failure
  const message = textOf(failure.message, actual, expected)
  const error = new AssertionError({ ...failure, message })
  if (generatedMessage !== undefined) error.generatedMessage = generatedMessage
  throw error
}

/**
 * @param {any[]} parts
 * @param {unknown} actual
 * @param {unknown} expected
 * @returns {string | undefined}
 */
function textOf(parts, actual, expected) {
  const [first] = parts
  if (parts.length === 0 || first === undefined) return undefined
  if (typeof first === 'string') {
    return parts.length > 1 ? format(...parts) : first
  }
  if (isError(first)) throw first
  if (typeof first !== 'function') {
    throw invalidArgType('message', 'one of type string or function', first)
  }
  const text = first(actual, expected)
  return typeof text === 'string' ? text : undefined
}

/** @param {IArguments} given */
function checkCount(given) {
  if (given.length >= 2) return
  throw typeError(
    'ERR_MISSING_ARGS',
    'The "actual" and "expected" arguments must be specified',
  )
}

/**
 * @param {Function} stackStartFn
 * @param {unknown[]} given
 */
function checkTruth(stackStartFn, given) {
  const [actual, message] = given
  if (actual) return
  const isGenerated = given.length < 2 || message == null
  failWith({
    actual,
    expected: true,
    message: isGenerated
      ? [
          given.length === 0
            ? 'No value argument passed to `assert.ok()`'
            : falsyMessage(stackStartFn),
        ]
      : given.slice(1),
    operator: '==',
    stackStartFn,
    generatedMessage: isGenerated,
  })
}

/** @param {Function} stackStartFn */
function falsyMessage(stackStartFn) {
  const expression = expressionAt(stackStartFn)
  if (expression === null) return undefined
  return `The expression evaluated to a falsy value:\n\n  ${expression}\n`
}

/** @param {...any} args a value, and a message */
export function ok(...args) {
  checkTruth(ok, args)
}

/** @param {...any} args a value, and a message */
function assert(...args) {
  checkTruth(assert, args)
}

/** @param {...any} args a value, and a message */
export function strict(...args) {
  checkTruth(strict, args)
}

/** @param {Message} [message] */
export function fail(message) {
  if (isError(message)) throw message
  const error = new AssertionError({
    message: message ?? 'Failed',
    operator: 'fail',
    stackStartFn: fail,
  })
  if (message === undefined) error.generatedMessage = true
  throw error
}

/** @typedef {(actual: any, expected: any, ...message: any[]) => void} Compare */

/**
 * @param {string} name of the function
 * @param {string} operator
 * @param {(actual: any, expected: any) => boolean} isFine
 * @returns {Compare}
 */
function comparison(name, operator, isFine) {
  const compare = {
    /** @param {any} actual @param {any} expected @param {...any} message */
    [name](actual, expected, ...message) {
      // biome-ignore lint/complexity/noArguments: undefined may be given
      checkCount(arguments)
      if (isFine(actual, expected)) return
      failWith({ actual, expected, message, operator, stackStartFn: compare })
    },
  }[name]
  return compare
}

/** @param {any} a @param {any} b */
const isLooselyEqual = (a, b) =>
  // biome-ignore lint/suspicious/noDoubleEquals: what loose means
  a == b || (Number.isNaN(a) && Number.isNaN(b))

export const equal = comparison('equal', '==', isLooselyEqual)
export const notEqual = comparison(
  'notEqual',
  '!=',
  (a, b) => !isLooselyEqual(a, b),
)
export const strictEqual = comparison('strictEqual', 'strictEqual', Object.is)
export const notStrictEqual = comparison(
  'notStrictEqual',
  'notStrictEqual',
  (a, b) => !Object.is(a, b),
)
// Loose in Node.js.
export const deepEqual = absent('assert.deepEqual')
export const notDeepEqual = absent('assert.notDeepEqual')
export const deepStrictEqual = comparison(
  'deepStrictEqual',
  'deepStrictEqual',
  isDeepStrictEqual,
)
export const notDeepStrictEqual = comparison(
  'notDeepStrictEqual',
  'notDeepStrictEqual',
  (a, b) => !isDeepStrictEqual(a, b),
)
export const partialDeepStrictEqual = absent('assert.partialDeepStrictEqual')

// ---- errors ----

/** @param {() => unknown} run */
function thrownBy(run) {
  checkFunction(run, 'fn')
  try {
    run()
  } catch (error) {
    return error
  }
  return NOTHING_THROWN
}

/** @param {any} value */
const isThenable = (value) =>
  isPromise(value) ||
  (typeof value === 'object' &&
    value !== null &&
    typeof value.then === 'function' &&
    typeof value.catch === 'function')

/** @param {unknown} promiseOrFunction */
async function rejectionOf(promiseOrFunction) {
  let promise = promiseOrFunction
  if (typeof promiseOrFunction === 'function') {
    promise = promiseOrFunction()
    if (!isThenable(promise)) {
      const got = inspect(promise)
      throw typeError(
        'ERR_INVALID_RETURN_VALUE',
        'Expected instance of Promise to be returned from the "promiseFn" ' +
          `function but got ${returned(promise, got)}.`,
      )
    }
  } else if (!isThenable(promise)) {
    throw invalidArgType(
      'promiseFn',
      'of type function or an instance of Promise',
      promise,
    )
  }
  try {
    await promise
  } catch (error) {
    return error
  }
  return NOTHING_THROWN
}

/** @param {any} value @param {string} shown */
function returned(value, shown) {
  if (value === null || value === undefined) return shown
  const name = value.constructor?.name
  if (typeof value === 'object' && name) return `an instance of ${name}`
  return `type ${typeof value} (${shown})`
}

/**
 * @param {Function} stackStartFn
 * @param {any} actual
 * @param {any[]} given an expectation, a message
 */
function checkThrown(stackStartFn, actual, given) {
  let [expected, message] = given
  if (typeof expected === 'string') {
    if (given.length > 1) throw wrongExpectation(expected)
    checkAmbiguity(actual, expected)
    message = expected
    expected = undefined
  } else if (
    expected != null &&
    typeof expected !== 'object' &&
    typeof expected !== 'function'
  ) {
    throw wrongExpectation(expected)
  }
  if (actual === NOTHING_THROWN) {
    const kind = stackStartFn === rejects ? 'rejection' : 'exception'
    const name = expected?.name ? ` (${expected.name})` : ''
    const end = message ? `: ${message}` : '.'
    failWith({
      actual: undefined,
      expected,
      operator: stackStartFn.name,
      message: [`Missing expected ${kind}${name}${end}`],
      stackStartFn,
    })
  }
  if (expected) matchError(actual, expected, message, stackStartFn)
}

/** @param {unknown} expected */
const wrongExpectation = (expected) =>
  invalidArgType(
    'error',
    'of type function or an instance of Error, RegExp, or Object',
    expected,
  )

/** @param {any} actual @param {string} message */
function checkAmbiguity(actual, message) {
  const isObject = typeof actual === 'object' && actual !== null
  if ((isObject ? actual.message : actual) !== message) return
  const reason = isObject
    ? `The error message "${message}" is identical to the message.`
    : `The error "${message}" is identical to the message.`
  throw typeError(
    'ERR_AMBIGUOUS_ARGUMENT',
    `The "error/message" argument is ambiguous. ${reason}`,
  )
}

/**
 * @param {any} actual what was thrown
 * @param {any} expected
 * @param {Message | undefined} message
 * @param {Function} stackStartFn
 */
function matchError(actual, expected, message, stackStartFn) {
  if (typeof expected === 'object' && !isRegExp(expected)) {
    matchProperties(actual, expected, message, stackStartFn)
    return
  }
  const reason = isRegExp(expected)
    ? mismatch(actual, expected)
    : refusal(actual, expected)
  if (reason === null) return
  const error = new AssertionError({
    actual,
    expected,
    message: message || reason,
    operator: stackStartFn.name,
    stackStartFn,
  })
  error.generatedMessage = !message
  throw error
}

/** @param {unknown} actual @param {RegExp} expected */
function mismatch(actual, expected) {
  const text = String(actual)
  if (matches(expected, text)) return null
  return (
    'The input did not match the regular expression ' +
    `${inspect(expected)}. Input:\n\n${inspect(text)}\n`
  )
}

/** @param {RegExp} pattern @param {string} text */
const matches = (pattern, text) =>
  RegExp.prototype.exec.call(pattern, text) !== null

/**
 * @param {any} actual
 * @param {any} expected a class, or a function that says whether it is fine
 * @returns {string | null}
 */
function refusal(actual, expected) {
  if (expected.prototype !== undefined && actual instanceof expected)
    return null
  if (Object.prototype.isPrototypeOf.call(Error, expected)) {
    return otherClass(actual, expected)
  }
  const result = expected.call({}, actual)
  if (result === true) return null
  const name = expected.name ? `"${expected.name}" ` : ''
  const caught = isError(actual) ? `\n\nCaught error:\n\n${actual}` : ''
  return (
    `The ${name}validation function is expected to return "true". ` +
    `Received ${inspect(result)}${caught}`
  )
}

/** @param {any} actual @param {Function} expected */
function otherClass(actual, expected) {
  const start =
    `The error is expected to be an instance of "${expected.name}". ` +
    'Received '
  if (!isError(actual)) return `${start}"${inspect(actual, { depth: -1 })}"`
  const name = actual.constructor?.name || actual.name
  const kind =
    expected.name === name
      ? 'an error with identical name but a different prototype.'
      : `"${name}"`
  const text = actual.message ? `\n\nError message:\n\n${actual.message}` : ''
  return `${start}${kind}${text}`
}

/** The properties that are compared, for a message that shows no others. */
class Comparison {
  /**
   * @param {any} source
   * @param {string[]} keys
   * @param {any} [actual] whose texts stand for the patterns they match
   */
  constructor(source, keys, actual) {
    for (const key of keys) {
      if (!(key in source)) continue
      const isMatch =
        typeof actual?.[key] === 'string' &&
        isRegExp(source[key]) &&
        matches(source[key], actual[key])
      const value = isMatch ? actual[key] : source[key]
      Object.assign(this, { [key]: value })
    }
  }
}

/**
 * @param {any} actual
 * @param {any} expected
 * @param {Message | undefined} message
 * @param {Function} stackStartFn
 */
function matchProperties(actual, expected, message, stackStartFn) {
  const operator = stackStartFn.name
  if (typeof actual !== 'object' || actual === null) {
    const options = { actual, expected, message, stackStartFn }
    const error = new AssertionError({
      ...options,
      operator: 'deepStrictEqual',
    })
    error.operator = operator
    throw error
  }
  const keys = Object.keys(expected)
  if (expected instanceof Error) keys.push('name', 'message')
  else if (keys.length === 0) {
    throw invalidArgValue('error', expected, 'may not be an empty object')
  }
  const isFine = (/** @type {string} */ key) =>
    (typeof actual[key] === 'string' &&
      isRegExp(expected[key]) &&
      matches(expected[key], actual[key])) ||
    (key in actual && isDeepStrictEqual(actual[key], expected[key]))
  if (keys.every(isFine)) return
  if (message) {
    failWith({ actual, expected, message: [message], operator, stackStartFn })
  }
  const error = new AssertionError({
    actual: new Comparison(actual, keys),
    expected: new Comparison(expected, keys, actual),
    operator: 'deepStrictEqual',
    stackStartFn,
  })
  throw Object.assign(error, { actual, expected, operator })
}

/**
 * @param {Function} stackStartFn
 * @param {any} actual
 * @param {any[]} given
 */
function checkNothingThrown(stackStartFn, actual, [first, second]) {
  if (actual === NOTHING_THROWN) return
  const isMessage = typeof first === 'string'
  const [expected, message] = isMessage ? [undefined, first] : [first, second]
  if (expected && !isExpected(actual, expected)) throw actual
  const end = message ? `: ${message}` : '.'
  failWith({
    actual,
    expected,
    operator: stackStartFn.name,
    message: [
      `Got unwanted exception${end}\nActual message: "${actual?.message}"`,
    ],
    stackStartFn,
  })
}

/** @param {any} actual @param {any} expected */
function isExpected(actual, expected) {
  if (isRegExp(expected)) return matches(expected, String(actual))
  if (typeof expected !== 'function') {
    throw invalidArgType(
      'expected',
      'of type function or an instance of RegExp',
      expected,
    )
  }
  if (expected.prototype !== undefined && actual instanceof expected)
    return true
  if (Object.prototype.isPrototypeOf.call(Error, expected)) return false
  return expected.call({}, actual) === true
}

/** @param {() => unknown} run @param {...any} given an expectation, a message */
export function throws(run, ...given) {
  checkThrown(throws, thrownBy(run), given)
}

/**
 * @param {Promise<unknown> | (() => Promise<unknown>)} promise
 * @param {...any} given an expectation, a message
 */
export async function rejects(promise, ...given) {
  checkThrown(rejects, await rejectionOf(promise), given)
}

/** @param {() => unknown} run @param {...any} given an expectation, a message */
export function doesNotThrow(run, ...given) {
  checkNothingThrown(doesNotThrow, thrownBy(run), given)
}

export const doesNotReject = absent('assert.doesNotReject')
export const ifError = absent('assert.ifError')

/**
 * @param {any} text
 * @param {any} pattern
 * @param {any[]} given
 * @param {Function} stackStartFn
 */
function checkMatch(text, pattern, given, stackStartFn) {
  if (!isRegExp(pattern)) {
    throw invalidArgType('regexp', 'an instance of RegExp', pattern)
  }
  const isText = typeof text === 'string'
  if (isText && matches(pattern, text) === (stackStartFn === match)) return
  const verb =
    stackStartFn === match
      ? 'The input did not match the regular expression'
      : 'The input was expected to not match the regular expression'
  const reason = isText
    ? `${verb} ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`
    : 'The "string" argument must be of type string. Received type ' +
      `${typeof text} (${inspect(text)})`
  failWith({
    actual: text,
    expected: pattern,
    message: given[0] ? given : [reason],
    operator: stackStartFn.name,
    stackStartFn,
    generatedMessage: given.length === 0,
  })
}

/** @param {string} text @param {RegExp} pattern @param {...any} message */
export function match(text, pattern, ...message) {
  checkMatch(text, pattern, message, match)
}

/** @param {string} text @param {RegExp} pattern @param {...any} message */
export function doesNotMatch(text, pattern, ...message) {
  checkMatch(text, pattern, message, doesNotMatch)
}

const functions = {
  ok,
  fail,
  equal,
  notEqual,
  deepEqual,
  notDeepEqual,
  deepStrictEqual,
  notDeepStrictEqual,
  strictEqual,
  notStrictEqual,
  partialDeepStrictEqual,
  match,
  doesNotMatch,
  throws,
  rejects,
  doesNotThrow,
  doesNotReject,
  ifError,
  AssertionError,
}

Object.assign(assert, functions, { strict })
Object.assign(strict, functions, {
  equal: strictEqual,
  deepEqual: deepStrictEqual,
  notEqual: notStrictEqual,
  notDeepEqual: notDeepStrictEqual,
  strict,
})

export { AssertionError, assert as default }
