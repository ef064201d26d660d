/**
 * Errors as the reader of a chapter wants them: with the names, lines and
 * columns of the chapter's files, and without what runs them.
 */
import { inspect } from '../builtins/inspect.js'
import {
  apply,
  defineProperty,
  exec,
  getOwnPropertyDescriptor,
  hasPrototype,
  replace,
  slice,
  split,
  uncurry,
} from './primordials.js'

/**
 * @typedef {object} Position
 * @property {string} file what stands for the module in a stack
 * @property {number} line from 1
 * @property {number} column from 1
 */

/**
 * What knows the modules behind the browser's names for them.
 *
 * @typedef {object} Names
 * @property {(url: string, line: number, column: number) =>
 *   Position | null} positionOf null for what is not of the program
 * @property {(url: string) => string | null} specifierOf what a module of the
 *   program calls it
 */

/** @typedef {Position & { path: string, text: string }} Place with its line */

/** @typedef {{ key: string, name: string }} Hint */

/**
 * An uncaught error, as the page is told of it.
 *
 * @typedef {object} ErrorReport
 * @property {string} name
 * @property {string} message
 * @property {string} stack as Node.js prints it: with frames, causes and the
 *   error's own properties
 * @property {string | null} file a path in the chapter's folder
 * @property {number | null} line
 * @property {number | null} column
 * @property {Hint | null} hint
 */

/** How much of an error is told, in characters. */
const maxLength = { name: 200, message: 10_000, stack: 50_000 }

const urls =
  /(?:blob:|data:text\/javascript)[^\s()'"]*?(?::(\d+):(\d+))?(?=[\s()'"]|$)/g
const hasUrl = /(?:blob:|data:text\/javascript)/
const modulePosition =
  /\/velocy\/[^\s/]+\/([^\s():?]+)(?:\?[^\s():]*)?:(\d+):(\d+)/

const otherFrame =
  /^(async\*|[\w ]+\*)?(.*?)@(blob:[^\s:]*[^\s]*?)(?: line \d+ > \w+)*:(\d+):(\d+)$/

const errorText = uncurry(Error.prototype.toString)
const errorPrototype = Error.prototype
/** @type {WeakMap<object, Hint>} */
const hints = new WeakMap()
const getHint = uncurry(WeakMap.prototype.get)
const setHint = uncurry(WeakMap.prototype.set)

/**
 * Names that a page has and Node.js has not, or that the sandbox takes away.
 *
 * @type {Record<string, string>}
 */
const absent = {
  __proto__: /** @type {any} */ (null),
  window: 'hint.page',
  document: 'hint.page',
  parent: 'hint.page',
  top: 'hint.page',
  self: 'hint.page',
  frames: 'hint.page',
  location: 'hint.page',
  history: 'hint.page',
  alert: 'hint.page',
  confirm: 'hint.page',
  prompt: 'hint.page',
  Worker: 'hint.page',
  SharedWorker: 'hint.page',
  BroadcastChannel: 'hint.page',
  postMessage: 'hint.page',
  importScripts: 'hint.page',
  requestAnimationFrame: 'hint.page',
  localStorage: 'hint.storage',
  sessionStorage: 'hint.storage',
  indexedDB: 'hint.storage',
  caches: 'hint.storage',
  cookieStore: 'hint.storage',
}

/**
 * @template {object} E
 * @param {E} error
 * @param {string} key
 * @param {string} name what the hint is about
 * @returns {E}
 */
export function withHint(error, key, name) {
  setHint(hints, error, { key, name })
  return error
}

/**
 * @param {unknown} value
 * @returns {value is Error}
 */
export function isError(value) {
  try {
    return hasPrototype(errorPrototype, value)
  } catch {
    // A Proxy may throw when asked.
    return false
  }
}

/** The errors of one program. */
export class Errors {
  /** @param {Names} names */
  constructor(names) {
    this.names = names
  }

  /**
   * @param {string} text
   * @returns {string} with the program's names for its modules
   */
  clean(text) {
    const { names } = this
    return replace(
      text,
      urls,
      (/** @type {string[]} */ ...[all, line, column]) => {
        if (line === undefined) return names.specifierOf(all) ?? all
        const url = slice(all, 0, -`:${line}:${column}`.length)
        const position = names.positionOf(url, Number(line), Number(column))
        if (position === null) return all
        return `${position.file}:${position.line}:${position.column}`
      },
    )
  }

  /**
   * `Error.prepareStackTrace`, which V8 asks for the text of a stack.
   *
   * @param {unknown} error
   * @param {ArrayLike<{ toString(): string }>} callSites
   * @returns {string}
   */
  stackOf(error, callSites) {
    let text = this.clean(header(error))
    // What the language itself called is shown if the program called it.
    let inBetween = ''
    for (let i = 0; i < callSites.length; i++) {
      const frame = this.clean(`${callSites[i]}`)
      if (exec(hasUrl, frame) !== null) {
        inBetween = ''
      } else if (exec(modulePosition, frame) !== null) {
        text += `${inBetween}\n    at ${frame}`
        inBetween = ''
      } else {
        inBetween += `\n    at ${frame}`
      }
    }
    return text
  }

  /** From now on a stack is the program's own, and as V8 writes it. */
  install() {
    const self = this
    const { captureStackTrace } = Error
    Error.prepareStackTrace = (error, sites) => this.stackOf(error, sites)
    const { get } = getOwnPropertyDescriptor(errorPrototype, 'stack') ?? {}
    // V8 has it in each error.
    if (!get) return
    defineProperty(errorPrototype, 'stack', {
      configurable: true,
      get() {
        const stack = apply(get, this, [])
        return typeof stack === 'string' ? self.stackFrom(this, stack) : stack
      },
      set(/** @type {unknown} */ value) {
        setStack(this, value)
      },
    })
    if (!captureStackTrace) return
    Error.captureStackTrace = (object, callee) => {
      captureStackTrace(object, callee)
      const { stack = '' } = /** @type {{ stack?: string }} */ (object)
      setStack(object, self.stackFrom(object, stack))
    }
  }

  /**
   * @param {unknown} error
   * @param {string} stack as Firefox and Safari write it: `name@url:3:5`
   * @returns {string} as V8 does
   */
  stackFrom(error, stack) {
    let text = this.clean(header(error))
    for (const frame of split(stack, '\n')) {
      const found = exec(otherFrame, frame)
      if (found === null) continue
      const [, async, name, place, line, column] = found
      const position = this.clean(`${place}:${line}:${column}`)
      if (exec(modulePosition, position) === null) continue
      const shown = replace(name, /(?:\/<|<)+$/g, '.<anonymous>')
      const prefix = async ? 'async ' : ''
      text += `\n    at ${prefix}`
      text += name === '' ? position : `${shown} (${position})`
    }
    return text
  }

  /**
   * What Node.js makes of a rejection that nothing handled.
   *
   * @param {unknown} reason
   * @returns {unknown} the reason, if it is an error
   */
  rejection(reason) {
    if (isError(reason)) return reason
    const shown = safely(() => inspect(reason), 'an object')
    const error = new Error(
      'This error originated either by throwing inside of an async function ' +
        'without a catch block, or by rejecting a promise which was not ' +
        `handled with .catch(). The promise rejected with the reason "${shown}".`,
    )
    return Object.defineProperties(error, {
      name: { value: 'UnhandledPromiseRejection' },
      code: { value: 'ERR_UNHANDLED_REJECTION', enumerable: true },
      stack: { value: `UnhandledPromiseRejection: ${error.message}` },
    })
  }

  /**
   * @param {unknown} thrown anything at all
   * @param {Place | null} [place] of a syntax error, which has no frames
   * @returns {ErrorReport} never throws
   */
  report(thrown, place = null) {
    const known = isError(thrown)
    const shown = this.clean(safely(() => inspect(thrown), 'something'))
    const message = known ? text(() => thrown.message, '') : shown
    const found = place
      ? [null, place.path, place.line, place.column]
      : exec(modulePosition, known ? text(() => thrown.stack ?? '', '') : '')
    let stack = known ? shown : `Uncaught:\n${shown}`
    if (place) stack = `${pointTo(place)}\n\n${withoutBrackets(shown)}`
    return {
      name: slice(
        known ? text(() => thrown.name, 'Error') : 'Uncaught',
        0,
        maxLength.name,
      ),
      message: slice(this.clean(message), 0, maxLength.message),
      stack: slice(stack, 0, maxLength.stack),
      file: found ? found[1] : null,
      line: found ? Number(found[2]) : null,
      column: found ? Number(found[3]) : null,
      hint: hintFor(thrown),
    }
  }
}

/**
 * @param {Place} place
 * @returns {string} the line, with a mark below
 */
function pointTo({ file, line, column, text }) {
  return `${file}:${line}\n${text}\n${' '.repeat(column - 1)}^`
}

/** @param {string} text `[SyntaxError: …]`, as an error without frames is shown */
function withoutBrackets(text) {
  return replace(text, /^\[([^\n]*)\]$/, '$1')
}

/**
 * @param {unknown} error
 * @returns {string} `TypeError: x is not a function`
 */
function header(error) {
  return safely(() => errorText(error), 'Error')
}

/**
 * @param {object} object
 * @param {unknown} value
 */
function setStack(object, value) {
  defineProperty(object, 'stack', {
    value,
    configurable: true,
    enumerable: false,
    writable: true,
  })
}

/**
 * @param {() => unknown} read
 * @param {string} otherwise
 * @returns {string} what is read, if it is a text
 */
function text(read, otherwise) {
  const value = safely(read, otherwise)
  return typeof value === 'string' ? value : otherwise
}

/**
 * @template T
 * @param {() => T} read may run code of the program, which may throw
 * @param {T} otherwise
 * @returns {T}
 */
function safely(read, otherwise) {
  try {
    return read()
  } catch {
    return otherwise
  }
}

/**
 * @param {unknown} thrown
 * @param {string} [caller] what asked for a network, if that is the matter
 * @param {number} [depth]
 * @returns {Hint | null} where an error, or one of its causes, is about
 *   something that the sandbox has not
 */
function hintFor(thrown, caller = 'network', depth = 0) {
  if (!isError(thrown) || depth > 5) return null
  const hint = getHint(hints, thrown)
  if (hint) return hint
  const message = text(() => thrown.message, '')
  const code = text(() => /** @type {any} */ (thrown).code, '')
  if (code === 'ERR_NOT_IN_PAGE') {
    const name = exec(/^\S+/, message)?.[0] ?? ''
    return { key: 'hint.builtin', name }
  }
  const isNetwork = exec(/^E(NOTFOUND|NETUNREACH|AI_AGAIN)$/, code) !== null
  if (isNetwork || exec(/^Protocol "https:" not/, message) !== null) {
    return { key: 'hint.network', name: caller }
  }
  const name = exec(/^(\w+) is not defined$/, message)?.[1]
  if (name !== undefined && absent[name] !== undefined) {
    return { key: absent[name], name }
  }
  const address = exec(/imported module: ((?:https?|ftp|wss?):\S+)/, message)
  if (address !== null) return { key: 'hint.network', name: address[1] }
  return hintFor(
    safely(() => thrown.cause, null),
    message === 'fetch failed' ? 'fetch' : caller,
    depth + 1,
  )
}
