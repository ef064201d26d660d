import {
  checkOptions,
  checkValue,
  func,
  having,
  oneOf,
} from '../common/options.js'
import { copyFields, encodeFields, quote, show, unpack } from './encode.js'

/** @import { VelocyError } from '../common/errors.js' */

/** A logger writes lines of its own level and of those with higher numbers. */
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
function numberOf(name) {
  checkValue('Logger', 'level', name, LEVEL_RULE)
  return LEVELS[/** @type {Level} */ (name)]
}

/**
 * @typedef {object} Destination where lines go
 * @property {(line: string) => boolean} write false: wait for its `drain`
 * @property {() => boolean} [flushSync] writes what waits in memory
 */
/**
 * @typedef {object} LoggerOptions
 * @property {Level} [level] The lowest level that is written. Default: `info`.
 * @property {Record<string, unknown>} [fields] Added to every line.
 * @property {() => object} [context] Called for every line: the fields of what
 *   the program is doing, such as its request's id. A field of the line itself
 *   goes before one of the same name.
 * @property {Destination} [destination] Where lines are written. Default:
 *   standard output.
 * @property {() => number} [now] ms since 1970
 */
const RULES = {
  level: LEVEL_RULE,
  fields: having('an object'),
  context: func,
  destination: having('an object with write()', 'write'),
  now: func,
}

/**
 * Writes lines of JSON: `{time, level, …fields, msg}`. Neither writing nor
 * `child` throws, whatever they are given. A level that doesn't exist does.
 */
export class Logger {
  /** @type {{ destination: Destination, now: () => number,
   *   context?: () => object }} */
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
      context,
      destination = process.stdout,
      now = Date.now,
    } = checkOptions('Logger', options, RULES)
    this.#options = { destination, now, context }
    this.#fields = copyFields(fields)
    this.#bound = encodeFields(this.#fields)
    this.level = level
  }

  /** The lowest level that is written. It can be set. */
  get level() {
    const names = /** @type {Level[]} */ (Object.keys(LEVELS))
    return names.find((name) => LEVELS[name] === this.#value) ?? 'info'
  }

  /** @throws {VelocyError} ERR_VELOCY_BAD_OPTION */
  set level(name) {
    this.#value = numberOf(name)
  }

  /**
   * Whether it writes lines of a level: for values that are slow to compute.
   *
   * @param {Level} level
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  isEnabled(level) {
    return numberOf(level) >= this.#value
  }

  /**
   * A logger with more fields. They are encoded here, once, and not for each
   * line. It keeps the level that this logger has now.
   *
   * @param {Record<string, unknown>} fields
   */
  child(fields) {
    const { level } = this
    const bound = { ...this.#fields, ...copyFields(fields) }
    return new Logger({ ...this.#options, level, fields: bound })
  }

  /** @returns {boolean} whether everything is written */
  flush() {
    const { destination } = this.#options
    try {
      return destination.flushSync?.() ?? true
    } catch (error) {
      return failed(destination, error)
    }
  }

  /**
   * Each of the six takes a message, which may be an Error, and, after it,
   * fields or an Error. An Error is the field `err`, a second one `err_`.
   * There are no placeholders in a message, such as `%s`.
   *
   * @param {unknown} message
   * @param {unknown} [fields]
   * @returns {boolean} false: lines are waiting, or this one was dropped
   */
  trace(message, fields) {
    return this.#value > 10 || this.#write('trace', message, fields)
  }

  /** As `trace`. @param {unknown} message @param {unknown} [fields] */
  debug(message, fields) {
    return this.#value > 20 || this.#write('debug', message, fields)
  }

  /** As `trace`. @param {unknown} message @param {unknown} [fields] */
  info(message, fields) {
    return this.#value > 30 || this.#write('info', message, fields)
  }

  /** As `trace`. @param {unknown} message @param {unknown} [fields] */
  warn(message, fields) {
    return this.#value > 40 || this.#write('warn', message, fields)
  }

  /** As `trace`. @param {unknown} message @param {unknown} [fields] */
  error(message, fields) {
    return this.#value > 50 || this.#write('error', message, fields)
  }

  /** As `trace`. @param {unknown} message @param {unknown} [fields] */
  fatal(message, fields) {
    return this.#write('fatal', message, fields)
  }

  /**
   * @param {Level} level
   * @param {unknown} message
   * @param {unknown} [fields]
   */
  #write(level, message, fields) {
    const { destination, now, context } = this.#options
    try {
      const start = `{"time":${now()},"level":"${level}"${this.#bound}`
      const odd = typeof message === 'string' ? undefined : unpack(message)
      const hasError = odd?.err !== undefined
      let rest = hasError ? encodeFields({ err: odd?.err }) : ''
      const all = context ? withContext(context, fields) : fields
      if (all !== undefined) rest += encodeFields(all, hasError)
      const text = odd?.text ?? message
      return destination.write(`${start}${rest},"msg":${quote(text)}}\n`)
    } catch (error) {
      return failed(destination, error)
    }
  }
}

/**
 * @param {() => object} context
 * @param {unknown} fields of the line
 */
function withContext(context, fields) {
  try {
    return { ...context(), ...copyFields(fields ?? {}) }
  } catch {
    // It must not take the line with it.
    return fields
  }
}

/** Destinations that have thrown. Each is reported once, not for each line. */
const broken = new WeakSet()

/**
 * @param {Destination} destination
 * @param {unknown} error
 * @returns {false}
 */
function failed(destination, error) {
  if (!broken.has(destination)) {
    broken.add(destination)
    process.emitWarning(`A log has failed and lost a line: ${show(error)}`)
  }
  return false
}

/** Makes a logger. @param {LoggerOptions} [options] */
export const createLogger = (options) => new Logger(options)
