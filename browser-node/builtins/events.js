/**
 * node:events: the well-known package, and what Node has added since.
 */
import Package from 'events/events.js'
import {
  abortError,
  absent,
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
const isCapturing = Symbol('kCapture')
const shapeMode = Symbol('shapeMode')

/** @type {any} */
const { prototype } = Package

/**
 * A function and no class: streams call it without `new`.
 *
 * @this {any}
 */
function EventEmitter() {
  Package.init.call(this)
  // Both are seen when an emitter is printed.
  this[shapeMode] = false
  this[isCapturing] = false
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

/**
 * @this {any}
 * @param {EventName} type
 * @param {unknown[]} args
 * @returns {boolean} whether there was a listener
 * @throws what `error` is emitted with, when nothing listens to that
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
    Reflect.apply(listener, this, args)
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
 * @param {number} [count] 10
 * @param {...any} targets
 */
export function setMaxListeners(count = Base.defaultMaxListeners, ...targets) {
  if (targets.length === 0) Base.defaultMaxListeners = count
  for (const target of targets) target.setMaxListeners?.(count)
}

export const getEventListeners = absent('events.getEventListeners')
export const on = absent('events.on')

Object.assign(Base, {
  EventEmitter: Base,
  errorMonitor,
  once,
  on,
  setMaxListeners,
})
export const defaultMaxListeners = Base.defaultMaxListeners
export { Base as default, Base as EventEmitter }
