/** AssertionError, whose message says how two values differ, as Node's does. */
import { diffArrays } from 'diff'
import { inspect } from './inspect.js'

/** @typedef {{ sign: '+' | '-' | ' ', text: string }} DiffLine */

/** @type {Record<string, string>} */
const HEADERS = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notStrictEqualObject:
    'Expected "actual" not to be reference-equal to "expected":',
  notIdentical: 'Values have same structure but are not reference-equal:',
}

/** Those that show the difference below a message of one's own, too. */
const WITH_DIFF = ['deepStrictEqual', 'strictEqual']

/** Characters of a value shown in a message. */
const LONGEST = 512

/** So many equal lines in a row are shown. */
const EQUAL_LINES = 5

/** @param {unknown} value */
const shown = (value) =>
  inspect(value, {
    compact: false,
    customInspect: false,
    depth: 1000,
    maxArrayLength: Number.POSITIVE_INFINITY,
    showHidden: false,
    showProxy: false,
    sorted: true,
    getters: true,
  })

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null

/**
 * @param {unknown} actual
 * @param {unknown} expected
 * @param {string} operator
 * @param {string} [message] in the place of our first line
 */
function differenceMessage(actual, expected, operator, message) {
  const areObjects =
    (isObject(actual) && isObject(expected)) ||
    (typeof actual === 'function' && typeof expected === 'function')
  const isReference = operator === 'strictEqual' && areObjects
  const header = HEADERS[isReference ? 'strictEqualObject' : operator]
  const [a, b] = [shown(actual), shown(expected)]
  const [linesA, linesB] = [a.split('\n'), b.split('\n')]
  const isShort = linesA.length === 1 && linesB.length === 1
  const isMixed = !isObject(actual) || !isObject(expected)
  if (isShort && isMixed) {
    return simpleMessage(message ?? header, { actual, expected, a, b })
  }
  if (a === b) return identicalMessage(message ?? HEADERS.notIdentical, linesA)
  const lines = diff(linesA, linesB, isObject(actual))
  const { text, isSkipped } = printDiff(lines)
  const skipped = isSkipped ? '\n... Skipped lines' : ''
  return `${message ?? header}\n+ actual - expected${skipped}\n\n${text}\n`
}

/**
 * @param {string} header
 * @param {{ actual: unknown, expected: unknown, a: string, b: string }} values
 */
function simpleMessage(header, { actual, expected, a, b }) {
  const quotes = [actual, expected].filter((value) => typeof value === 'string')
  const length = a.length + b.length - 2 * quotes.length
  const isShort = length <= 12 && (actual !== 0 || expected !== 0)
  if (isShort) return `${header}\n\n${a} !== ${b}\n`
  const place = [...a].findIndex((_, i) => a[i] !== b[i])
  const hasMark = a.length + b.length <= 80 && place >= 3
  const mark = hasMark ? `\n${' '.repeat(place + 2)}^` : ''
  return `${header}\n+ actual - expected\n\n+ ${a}\n- ${b}${mark}\n`
}

/** @param {string} header @param {string[]} lines */
function identicalMessage(header, lines) {
  const isLong = lines.length > 50
  const text = isLong
    ? `${lines.slice(0, 50).join('\n')}\n...}`
    : lines.join('\n')
  return `${header}\n${isLong ? '\n... Skipped lines' : ''}\n${text}\n`
}

/**
 * @param {string[]} a
 * @param {string[]} b
 * @param {boolean} ignoresComma at the end of a line
 * @returns {DiffLine[]}
 */
function diff(a, b, ignoresComma) {
  const comparator = (/** @type {string} */ x, /** @type {string} */ y) =>
    x === y || (ignoresComma && (`${x},` === y || x === `${y},`))
  let place = 0
  return diffArrays(a, b, { comparator }).flatMap(({ added, removed, value }) =>
    value.map((text) => {
      const sign = added ? '-' : removed ? '+' : ' '
      const own = added ? text : a[place++]
      const isCut = sign === ' ' && ignoresComma && !own.endsWith(',')
      return /** @type {DiffLine} */ ({ sign, text: isCut ? text : own })
    }),
  )
}

/** @param {DiffLine[]} lines */
function printDiff(lines) {
  let text = ''
  let isSkipped = false
  let equal = 0
  lines.forEach(({ sign, text: line }, i) => {
    if (sign === ' ') {
      if (equal < EQUAL_LINES) text += `  ${line}\n`
      equal++
      return
    }
    const hidden = equal - EQUAL_LINES
    const previous = [2, 1].map((back) => `  ${lines[i - back]?.text}\n`)
    if (hidden === 1) text += previous[1]
    else if (hidden === 2) text += previous.join('')
    else if (hidden >= 3) {
      text += `...\n${previous[1]}`
      isSkipped = true
    }
    equal = 0
    text += `${sign} ${line}\n`
  })
  return { text: text.trimEnd(), isSkipped }
}

/** @param {unknown} actual @param {string} operator */
function unequalMessage(actual, operator) {
  const isReference =
    operator === 'notStrictEqual' &&
    (isObject(actual) || typeof actual === 'function')
  const header = HEADERS[isReference ? 'notStrictEqualObject' : operator]
  const lines = shown(actual).split('\n')
  if (lines.length > 50) lines.splice(46, lines.length, '...')
  if (lines.length > 1) return `${header}\n\n${lines.join('\n')}\n`
  return `${header}${lines[0].length > 5 ? '\n\n' : ' '}${lines[0]}`
}

/** @param {string} text */
const cut = (text) =>
  text.length > LONGEST ? `${text.slice(0, 509)}...` : text

/**
 * @param {{ message?: unknown, operator?: string, actual?: unknown,
 *   expected?: unknown }} options
 * @returns {string}
 */
function messageOf({ message, operator = '', actual, expected }) {
  const text = message == null ? undefined : String(message)
  if (WITH_DIFF.includes(operator)) {
    return differenceMessage(actual, expected, operator, text || undefined)
  }
  if (text !== undefined) return text
  if (operator === 'notDeepStrictEqual' || operator === 'notStrictEqual') {
    return unequalMessage(actual, operator)
  }
  return `${cut(shown(actual))} ${operator} ${cut(shown(expected))}`
}

/**
 * @param {Error} error
 * @returns {Error} one like it, that is shown by its message alone
 */
function withoutStack(error) {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(error)), error)
  Object.defineProperty(copy, 'message', { value: error.message })
  if (Object.hasOwn(error, 'cause')) {
    const { cause } = error
    const value = cause instanceof Error ? withoutStack(cause) : cause
    Object.defineProperty(copy, 'cause', { value })
  }
  return copy
}

/** Says that what a program was to be is not so. */
export class AssertionError extends Error {
  /**
   * @param {object} options
   * @param {unknown} [options.message]
   * @param {unknown} [options.actual]
   * @param {unknown} [options.expected]
   * @param {string} [options.operator]
   * @param {Function} [options.stackStartFn] the stack begins with its caller
   * @param {'simple' | 'full'} [options.diff]
   */
  constructor(options) {
    const { message, operator, stackStartFn } = options
    let { actual, expected } = options
    if (
      message == null &&
      actual instanceof Error &&
      expected instanceof Error
    ) {
      ;[actual, expected] = [withoutStack(actual), withoutStack(expected)]
    }
    super(messageOf({ message, actual, expected, operator }))
    this.generatedMessage = !message
    this.code = 'ERR_ASSERTION'
    this.actual = actual
    this.expected = expected
    this.operator = operator
    // The stack, which is text, says the code. Not all browsers let us.
    this.name = 'AssertionError [ERR_ASSERTION]'
    const { captureStackTrace } = /** @type {any} */ (Error)
    captureStackTrace?.(this, stackStartFn ?? AssertionError)
    void this.stack
    Object.defineProperty(this, 'name', {
      value: 'AssertionError',
      configurable: true,
      enumerable: false,
      writable: true,
    })
    this.diff = options.diff ?? 'simple'
  }

  toString() {
    return `${this.name} [${this.code}]: ${this.message}`
  }

  /** @param {number} _depth @param {object} options */
  [inspect.custom](_depth, options) {
    const { actual, expected } = this
    this.actual = shortened(actual)
    this.expected = shortened(expected)
    const text = inspect(this, { ...options, customInspect: false, depth: 0 })
    this.actual = actual
    this.expected = expected
    return text
  }
}

/** @param {unknown} value */
function shortened(value) {
  if (typeof value !== 'string') return value
  const lines = value.split('\n')
  if (lines.length > 10) return `${lines.slice(0, 10).join('\n')}\n...`
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}...` : value
}
