/** `console`, as Node.js has it. */

import { absent } from '../builtins/errors.js'
import { format, formatWithOptions, inspect } from '../builtins/inspect.js'
import { print } from './handles.js'

/** @typedef {(text: string) => void} Write writes to a stream */

/** @type {{ stdout: Write, stderr: Write }} */
const streams = {
  stdout: (text) => print('stdout', text),
  stderr: (text) => print('stderr', text),
}

const now = performance.now.bind(performance)

/** How much each group is moved to the right, in spaces. */
const groupWidth = 2

/** @typedef {(...values: unknown[]) => void} Log */

/**
 * Makes a console. Its methods work without it: `const { log } = console`.
 *
 * @param {{ stdout: Write, stderr: Write }} [to] the program's own streams
 *   unless told
 */
export function createConsole(to = streams) {
  let indentation = ''

  /**
   * @param {'stdout' | 'stderr'} stream
   * @param {string} text
   */
  function write(stream, text) {
    const indented =
      indentation === ''
        ? text
        : indentation + text.replaceAll('\n', `\n${indentation}`)
    to[stream](`${indented}\n`)
  }

  /** @type {Log} */
  const log = (...values) => write('stdout', formatWithOptions({}, ...values))
  /** @type {Log} */
  const warn = (...values) => write('stderr', formatWithOptions({}, ...values))

  /** @param {unknown[]} values */
  function group(...values) {
    if (values.length > 0) log(...values)
    indentation += ' '.repeat(groupWidth)
  }

  return {
    log,
    warn,
    info: log,
    debug: log,
    error: warn,
    dirxml: log,
    table: absent('console.table'),
    /** @type {(value: unknown, options?: object) => void} */
    dir: (value, options) =>
      write('stdout', inspect(value, { customInspect: false, ...options })),
    ...complaints(warn),
    group,
    groupCollapsed: group,
    groupEnd() {
      indentation = indentation.slice(groupWidth)
    },
    ...counters(log, warn),
    ...stopwatches(log, warn),
    profile() {},
    profileEnd() {},
    timeStamp() {},
  }
}

/** @param {Log} warn */
const complaints = (warn) => ({
  /** @type {(condition: unknown, ...values: unknown[]) => void} */
  assert(condition, ...values) {
    if (condition) return
    const [first, ...others] = values
    if (typeof first === 'string') {
      warn(`Assertion failed: ${first}`, ...others)
    } else warn('Assertion failed', ...values)
  },
  /** @param {unknown[]} values */
  trace(...values) {
    const trace = { name: 'Trace', message: format(...values), stack: '' }
    Error.captureStackTrace(trace, this?.trace)
    warn(trace.stack)
  },
})

/** @param {Log} log @param {Log} warn */
function counters(log, warn) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  return {
    /** @param {unknown} label */
    count(label = 'default') {
      const count = (counts.get(`${label}`) ?? 0) + 1
      counts.set(`${label}`, count)
      log(`${label}: ${count}`)
    },
    /** @param {unknown} label */
    countReset(label = 'default') {
      if (counts.delete(`${label}`)) return
      warn(warning(`Count for '${label}' does not exist`))
    },
  }
}

/** @param {Log} log @param {Log} warn */
function stopwatches(log, warn) {
  /** @type {Map<string, number>} */
  const starts = new Map()

  /**
   * @param {string} method the one that was called
   * @param {unknown} label
   * @param {unknown[]} [values]
   * @returns {boolean} whether there is such a label
   */
  function tell(method, label, values = []) {
    const start = starts.get(`${label}`)
    if (start === undefined) {
      warn(warning(`No such label '${label}' for console.${method}()`))
      return false
    }
    log('%s: %s', `${label}`, duration(now() - start), ...values)
    return true
  }

  return {
    /** @param {unknown} label */
    time(label = 'default') {
      if (starts.has(`${label}`)) {
        warn(warning(`Label '${label}' already exists for console.time()`))
      } else starts.set(`${label}`, now())
    },
    /** @param {unknown} label */
    timeEnd(label = 'default') {
      if (tell('timeEnd', label)) starts.delete(`${label}`)
    },
    /** @type {(label?: unknown, ...values: unknown[]) => void} */
    timeLog(label = 'default', ...values) {
      tell('timeLog', label, values)
    },
  }
}

/** @param {string} text */
const warning = (text) => `(node:1) Warning: ${text}`

/**
 * @param {number} milliseconds
 * @returns {string} `12.5ms`, `1.250s`, `1:05.000 (m:ss.mmm)`
 */
export function duration(milliseconds) {
  if (milliseconds < 1000) return `${Number(milliseconds.toFixed(3))}ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(3)}s`
  const minutes = Math.floor(milliseconds / 60_000)
  const seconds = ((milliseconds % 60_000) / 1000).toFixed(3).padStart(6, '0')
  return `${minutes}:${seconds} (m:ss.mmm)`
}

/** The program's console. */
export const console = createConsole()
