import { inspect } from 'node:util'
import {
  checkOptions,
  checkValue,
  func,
  having,
  oneOf,
} from '../common/options.js'

/** @import { VelocyError } from '../common/errors.js' */

/** What each level is worth: a logger writes those from its own upwards. */
export const LEVELS = Object.freeze({
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
})

/** @typedef {keyof typeof LEVELS} Level */

const LEVEL_RULE = oneOf(...Object.keys(LEVELS))

/**
 * @param {string} name
 * @returns {number}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
function worthOf(name) {
  checkValue('Logger', 'level', name, LEVEL_RULE)
  return LEVELS[/** @type {Level} */ (name)]
}

/**
 * @typedef {object} Destination where lines go
 * @property {(line: string) => boolean} write false: please wait
 * @property {() => boolean} [flushSync] writes what waits in memory
 */
/**
 * @typedef {object} LoggerOptions
 * @property {Level} [level] the least that is written, `info`
 * @property {Record<string, unknown>} [fields] on every line
 * @property {Destination} [destination] standard output
 * @property {() => number} [now] ms since 1970
 */
const RULES = {
  level: LEVEL_RULE,
  fields: having('an object'),
  destination: having('an object with write()', 'write'),
  now: func,
}

/** Writes lines of JSON: `{time, level, …fields, msg}`. It never throws. */
export class Logger {
  /** @type {{ destination: Destination, now: () => number }} */
  #options
  #fields
  #bound
  #value = 0

  /**
   * @param {LoggerOptions} [options]
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  constructor(options) {
    const {
      level = 'info',
      fields = {},
      destination = process.stdout,
      now = Date.now,
    } = checkOptions('Logger', options, RULES)
    this.#options = { destination, now }
    this.#fields = fields
    this.#bound = encodeFields(fields)
    this.level = level
  }

  get level() {
    const names = /** @type {Level[]} */ (Object.keys(LEVELS))
    return names.find((name) => LEVELS[name] === this.#value) ?? 'info'
  }

  /** @throws {VelocyError} ERR_VELOCY_BAD_OPTION */
  set level(name) {
    this.#value = worthOf(name)
  }

  /**
   * Whether it writes lines of a level: for values that are costly to compute.
   *
   * @param {Level} level
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  isEnabled(level) {
    return worthOf(level) >= this.#value
  }

  /**
   * A logger with more fields, which are encoded here, once, and not again
   * for each line. It keeps the level that this one has now.
   *
   * @param {Record<string, unknown>} fields
   */
  child(fields) {
    const { level } = this
    const bound = { ...this.#fields, ...fields }
    return new Logger({ ...this.#options, level, fields: bound })
  }

  /** @returns {boolean} whether everything is written */
  flush() {
    return this.#options.destination.flushSync?.() ?? true
  }

  /**
   * Each of the six takes a message, which may be an Error, and, after it,
   * fields or an Error. An Error is the field `err`, a second one `err_`.
   *
   * @param {unknown} message
   * @param {object} [fields]
   * @returns {boolean} false: lines are waiting, or this one was dropped
   */
  trace(message, fields) {
    return this.#value > 10 || this.#write('trace', message, fields)
  }

  /** @param {unknown} message @param {object} [fields] */
  debug(message, fields) {
    return this.#value > 20 || this.#write('debug', message, fields)
  }

  /** @param {unknown} message @param {object} [fields] */
  info(message, fields) {
    return this.#value > 30 || this.#write('info', message, fields)
  }

  /** @param {unknown} message @param {object} [fields] */
  warn(message, fields) {
    return this.#value > 40 || this.#write('warn', message, fields)
  }

  /** @param {unknown} message @param {object} [fields] */
  error(message, fields) {
    return this.#value > 50 || this.#write('error', message, fields)
  }

  /** @param {unknown} message @param {object} [fields] */
  fatal(message, fields) {
    return this.#write('fatal', message, fields)
  }

  /**
   * @param {Level} level
   * @param {unknown} message
   * @param {object} [fields]
   */
  #write(level, message, fields) {
    const { destination, now } = this.#options
    const start = `{"time":${now()},"level":"${level}"${this.#bound}`
    const odd = typeof message === 'string' ? undefined : unpack(message)
    const hasError = odd?.err !== undefined
    let rest = hasError ? encodeFields({ err: odd?.err }) : ''
    if (fields !== undefined) rest += encodeFields(fields, hasError)
    const text = odd?.text ?? message
    return destination.write(`${start}${rest},"msg":${quote(text)}}\n`)
  }
}

/** @param {LoggerOptions} [options] */
export const createLogger = (options) => new Logger(options)

/** @type {(text: unknown) => string} */
const quote = JSON.stringify

/** Names that a line has anyway. A field of that name gets a `_`. */
const RESERVED = new Set(['time', 'level', 'msg'])

// A program uses the same few names all the time. To encode them anew takes
// as long as all the rest. The limits are for those that come from a client.
/** @type {Map<string, string>} */
const names = new Map()
const NAMES = 1000
const NAME_LENGTH = 64

/**
 * @param {string} name
 * @returns {string} `,"name":`
 */
function encodeName(name) {
  const known = names.get(name)
  if (known !== undefined) return known
  const encoded = `,${quote(RESERVED.has(name) ? `${name}_` : name)}:`
  const isShort = name.length <= NAME_LENGTH
  if (isShort && names.size < NAMES) names.set(name, encoded)
  return encoded
}

/**
 * @param {object} fields
 * @param {boolean} [hasError] the line has an `err` already
 * @returns {string} `,"name":value` for each, so that it can follow another
 */
function encodeFields(fields, hasError = false) {
  try {
    if (fields instanceof Error) return encodeFields({ err: fields }, hasError)
    let text = ''
    for (const name of Object.keys(fields)) {
      const value = encode(/** @type {any} */ (fields)[name])
      const isSecond = hasError && name === 'err'
      if (value === undefined) continue
      text += encodeName(isSecond ? 'err_' : name) + value
    }
    return text
  } catch {
    // A getter that throws, a proxy that refuses: still no reason to lose it.
    return `,"fields":${quote(show(fields))}`
  }
}

/**
 * @param {unknown} value
 * @returns {string | undefined} JSON; undefined for what JSON leaves out
 */
function encode(value) {
  if (typeof value === 'string') return quote(value)
  if (Number.isFinite(value) || typeof value === 'boolean') return `${value}`
  try {
    return JSON.stringify(value, replace)
  } catch {
    // A cycle, or a toJSON() that throws.
    return quote(show(value))
  }
}

/**
 * What JSON has no form for: BigInt throws, NaN would be null, and an Error,
 * whose properties are not enumerable, would be {}.
 *
 * @param {string} _name
 * @param {unknown} value
 */
function replace(_name, value) {
  if (typeof value === 'bigint') return `${value}`
  if (typeof value === 'number' && !Number.isFinite(value)) return `${value}`
  return value instanceof Error ? describe(value) : value
}

/** How many errors one brings with it at most. It may be its own cause. */
const ERRORS = 10

/**
 * @param {Error & { code?: unknown, errors?: unknown }} error
 * @param {{ left: number }} [budget] for causes and the errors of an
 *   AggregateError together: they branch
 * @returns {object}
 */
function describe(error, budget = { left: ERRORS }) {
  const { name, message, stack, code, cause, errors } = error
  const tell = (/** @type {unknown} */ value) => {
    if (!(value instanceof Error)) return value
    return budget.left-- > 0 ? describe(value, budget) : `${value}`
  }
  const parts = { name, message, stack, code, cause: tell(cause) }
  if (!Array.isArray(errors)) return parts
  const told = errors.slice(0, ERRORS).map(tell)
  const more = errors.length - told.length
  return { ...parts, errors: more > 0 ? [...told, `and ${more} more`] : told }
}

/**
 * A message that is no string.
 *
 * @param {unknown} value
 * @returns {{ text: string, err?: Error }}
 */
function unpack(value) {
  try {
    if (value instanceof Error) return { text: `${value.message}`, err: value }
  } catch {}
  return { text: show(value) }
}

/** @param {unknown} value */
function show(value) {
  try {
    return inspect(value, { breakLength: Number.POSITIVE_INFINITY })
  } catch {
    return '[cannot be shown]'
  }
}
