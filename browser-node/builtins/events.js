/**
 * node:events: the well-known package, and what Node has added since.
 */
import Package from 'events/events.js'
import { withResolvers } from './deferred.js'
import {
  abortError,
  checkFunction,
  checkSignal,
  invalidArgType,
  nodeError,
} from './errors.js'
import { inspect } from './inspect.js'
import { warn } from './warnings.js'

/** @typedef {import('node:events').EventEmitter} Emitter */
/** @typedef {string | symbol} EventName */
/** @typedef {(...args: any[]) => any} Listener */

export const errorMonitor = Symbol('events.errorMonitor')
export const captureRejectionSymbol = Symbol.for('nodejs.rejection')
const isCapturing = Symbol('kCapture')
const shapeMode = Symbol('shapeMode')
const dispose = Symbol.dispose ?? Symbol.for('nodejs.dispose')
const asyncDispose = Symbol.asyncDispose ?? Symbol.for('nodejs.asyncDispose')

/** @type {any} */
const { prototype } = Package

/**
 * A function and no class: streams call it without `new`.
 *
 * @this {any}
 * @param {{ captureRejections?: boolean }} [options]
 */
function EventEmitter(options) {
  Package.init.call(this)
  // Both are seen when an emitter is printed.
  this[shapeMode] = false
  this[isCapturing] = Boolean(
    options?.captureRejections ?? prototype[isCapturing],
  )
}
prototype.constructor = EventEmitter

/** @type {any} */
const Base = EventEmitter
Object.defineProperty(Base, 'prototype', { value: prototype })
Object.defineProperty(Base, 'defaultMaxListeners', {
  get: () => Package.defaultMaxListeners,
  set: (count) => {
    Package.defaultMaxListeners = count
  },
  enumerable: true,
})
Object.defineProperty(prototype, isCapturing, { value: false, writable: true })

/**
 * @this {any}
 * @param {EventName} type
 * @param {unknown[]} args
 * @returns {boolean} whether somebody listened
 * @throws what `error` is emitted with, when nobody listens to that
 */
prototype.emit = function emit(type, ...args) {
  const events = this._events
  if (type === 'error') {
    if (events?.[errorMonitor] !== undefined) this.emit(errorMonitor, ...args)
    if (events?.error === undefined) throw unheard(args[0])
  }
  const handler = events?.[type]
  if (handler === undefined) return false
  const listeners = typeof handler === 'function' ? [handler] : [...handler]
  for (const listener of listeners) {
    const result = Reflect.apply(listener, this, args)
    if (result !== undefined && result !== null && this[isCapturing]) {
      capture(this, result, type, args)
    }
  }
  return true
}

/** @param {unknown} error */
function unheard(error) {
  if (error instanceof Error) return error
  const unhandled = nodeError(
    'ERR_UNHANDLED_ERROR',
    `Unhandled error. (${inspect(error)})`,
  )
  return Object.assign(unhandled, { context: error })
}

/**
 * @param {any} emitter
 * @param {any} result of a listener
 * @param {EventName} type
 * @param {unknown[]} args
 */
function capture(emitter, result, type, args) {
  if (typeof result.then !== 'function') return
  result.then(undefined, (/** @type {unknown} */ error) => {
    const handler = emitter[captureRejectionSymbol]
    if (typeof handler === 'function') {
      handler.call(emitter, error, type, ...args)
      return
    }
    // A listener to `error` that rejects must not come round again.
    const previous = emitter[isCapturing]
    emitter[isCapturing] = false
    try {
      emitter.emit('error', error)
    } finally {
      emitter[isCapturing] = previous
    }
  })
}

/**
 * @this {any}
 * @param {EventName} type
 * @param {Listener} [listener]
 */
prototype.listenerCount = function count(type, listener) {
  const handlers = this.rawListeners(type)
  if (listener === undefined) return handlers.length
  return handlers.filter(
    (/** @type {any} */ handler) =>
      handler === listener || handler.listener === listener,
  ).length
}

for (const name of ['on', 'addListener', 'prependListener', 'once', 'off']) {
  const method = prototype[name]
  prototype[name] = {
    /**
     * @this {any}
     * @param {EventName} type
     * @param {Listener} listener
     */
    [name](type, listener) {
      checkFunction(listener, 'listener')
      if (name !== 'once' && name !== 'off') warnOfMany(this, type)
      return method.call(this, type, listener)
    },
  }[name]
}

/** @param {any} emitter @param {EventName} type that gets one more */
function warnOfMany(emitter, type) {
  const listeners = emitter._events?.[type]
  const most = emitter.getMaxListeners()
  if (!Array.isArray(listeners) || most === 0) return
  const count = listeners.length + 1
  const list = /** @type {{ warned?: boolean }} */ (listeners)
  if (count <= most || list.warned) return
  // The package would say it in other words.
  list.warned = true
  warn(
    'MaxListenersExceededWarning',
    'Possible EventEmitter memory leak detected. ' +
      `${count} ${String(type)} listeners added to ` +
      `${inspect(emitter, { depth: -1 })}. MaxListeners is ${most}. ` +
      'Use emitter.setMaxListeners() to increase limit',
    { emitter, type, count },
  )
}

/** @param {any} target */
const isEmitter = (target) => typeof target?.on === 'function'

/** @param {any} target */
const isEventTarget = (target) => typeof target?.addEventListener === 'function'

/**
 * @param {any} target
 * @param {EventName} type
 * @param {Listener} listener
 * @param {{ once?: boolean }} [options]
 * @returns {() => void} takes it back
 */
function listen(target, type, listener, { once: isOnce = false } = {}) {
  if (isEmitter(target)) {
    target[isOnce ? 'once' : 'on'](type, listener)
    return () => target.removeListener(type, listener)
  }
  if (!isEventTarget(target)) {
    throw invalidArgType('emitter', 'an instance of EventEmitter', target)
  }
  target.addEventListener(type, listener, { once: isOnce })
  return () => target.removeEventListener(type, listener)
}

/**
 * Resolves with the arguments of the next event.
 *
 * @param {any} emitter or EventTarget
 * @param {EventName} type
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<any[]>}
 * @throws what `error` is emitted with meanwhile; AbortError
 */
export async function once(emitter, type, options = {}) {
  const { signal } = options
  checkSignal(signal)
  if (signal?.aborted) throw abortError(signal.reason)
  return new Promise((resolve, reject) => {
    /** @type {(() => void)[]} */
    const cleanups = []
    const cleanUp = () => {
      for (const cleanup of cleanups) cleanup()
    }
    /** @param {unknown} error */
    const fail = (error) => {
      cleanUp()
      reject(error)
    }
    /** @param {unknown[]} args */
    const succeed = (...args) => {
      cleanUp()
      resolve(args)
    }
    cleanups.push(listen(emitter, type, succeed, { once: true }))
    if (type !== 'error' && isEmitter(emitter)) {
      cleanups.push(listen(emitter, 'error', fail, { once: true }))
    }
    if (signal) {
      const abort = () => fail(abortError(signal.reason))
      cleanups.push(listen(signal, 'abort', abort, { once: true }))
    }
  })
}

/**
 * All events of a type from now on, one after the other.
 *
 * @param {any} emitter or EventTarget
 * @param {EventName} type
 * @param {{ signal?: AbortSignal, close?: EventName[] }} [options]
 * @returns {AsyncIterableIterator<any[]>}
 */
export function on(emitter, type, options = {}) {
  const { signal, close = [] } = options
  checkSignal(signal)
  if (signal?.aborted) throw abortError(signal.reason)
  const events = new EventQueue()
  events.follow(emitter, type, (...args) => events.receive(args))
  if (type !== 'error' && isEmitter(emitter)) {
    events.follow(emitter, 'error', (error) => events.fail(error))
  }
  for (const name of close) events.follow(emitter, name, () => events.end())
  if (signal) {
    const abort = () => events.fail(abortError(signal.reason))
    events.follow(signal, 'abort', abort, { once: true })
  }
  return {
    next: () => events.next(),
    return: () => events.end(),
    throw(error) {
      events.fail(error)
      return Promise.resolve(DONE)
    },
    [Symbol.asyncIterator]() {
      return this
    },
    [asyncDispose]: async () => {
      await events.end()
    },
  }
}

/** Events that have come, and those who wait for the next. */
class EventQueue {
  /** @type {any[][]} */
  #events = []
  /** @type {PromiseWithResolvers<IteratorResult<any[]>>[]} */
  #waiting = []
  /** @type {{ error: unknown } | null} */
  #failure = null
  #isOver = false
  /** @type {(() => void)[]} */
  #cleanups = []

  /** @param {Parameters<typeof listen>} listening */
  follow(...listening) {
    this.#cleanups.push(listen(...listening))
  }

  /** @param {any[]} args */
  receive(args) {
    const first = this.#waiting.shift()
    if (first) first.resolve({ done: false, value: args })
    else this.#events.push(args)
  }

  /** @param {unknown} error */
  fail(error) {
    const first = this.#waiting.shift()
    if (first) first.reject(error)
    else this.#failure = { error }
    this.end()
  }

  /** @returns {Promise<IteratorReturnResult<any>>} */
  end() {
    for (const cleanup of this.#cleanups) cleanup()
    this.#isOver = true
    for (const { resolve } of this.#waiting.splice(0)) resolve(DONE)
    return Promise.resolve(DONE)
  }

  /** @returns {Promise<IteratorResult<any[]>>} */
  next() {
    const args = this.#events.shift()
    if (args) return Promise.resolve({ done: false, value: args })
    if (this.#failure) {
      const { error } = this.#failure
      this.#failure = null
      return Promise.reject(error)
    }
    if (this.#isOver) return Promise.resolve(DONE)
    const turn = withResolvers()
    this.#waiting.push(turn)
    return turn.promise
  }
}

/** @type {IteratorReturnResult<any>} */
const DONE = { done: true, value: undefined }

/**
 * @param {any} emitter
 * @param {EventName} type
 * @returns {Listener[]}
 */
export function getEventListeners(emitter, type) {
  if (typeof emitter?.listeners === 'function') return emitter.listeners(type)
  throw invalidArgType('emitter', 'an instance of EventEmitter', emitter)
}

/**
 * @param {any} emitter
 * @returns {number}
 */
export function getMaxListeners(emitter) {
  if (isEmitter(emitter)) return emitter.getMaxListeners()
  throw invalidArgType('emitter', 'an instance of EventEmitter', emitter)
}

/**
 * @param {number} [count] 10
 * @param {...any} targets
 */
export function setMaxListeners(count = Base.defaultMaxListeners, ...targets) {
  if (targets.length === 0) Base.defaultMaxListeners = count
  for (const target of targets) target.setMaxListeners?.(count)
}

/**
 * @param {any} emitter
 * @param {EventName} type
 * @returns {number}
 */
export const listenerCount = (emitter, type) =>
  typeof emitter.listenerCount === 'function'
    ? emitter.listenerCount(type)
    : prototype.listenerCount.call(emitter, type)

/**
 * @param {AbortSignal} signal
 * @param {Listener} listener
 */
export function addAbortListener(signal, listener) {
  if (signal === undefined) {
    throw invalidArgType('signal', 'an instance of AbortSignal', signal)
  }
  checkSignal(signal, 'signal')
  checkFunction(listener, 'listener')
  if (signal.aborted) queueMicrotask(() => listener())
  signal.addEventListener('abort', listener, { once: true })
  return {
    [dispose]: () => signal.removeEventListener('abort', listener),
  }
}

export const usingDomains = false

Object.assign(Base, {
  EventEmitter: Base,
  errorMonitor,
  captureRejectionSymbol,
  once,
  on,
  getEventListeners,
  getMaxListeners,
  setMaxListeners,
  listenerCount,
  addAbortListener,
  usingDomains,
})
Object.defineProperty(Base, 'captureRejections', {
  get: () => prototype[isCapturing],
  set: (isOn) => {
    prototype[isCapturing] = Boolean(isOn)
  },
  enumerable: true,
})

export const defaultMaxListeners = Base.defaultMaxListeners
export { Base as default, Base as EventEmitter }
