/** `mock` of node:test: functions that remember their calls. */
import { invalidArgValue, notInPage } from './errors.js'

/** @typedef {(...args: any[]) => any} AnyFunction */

/**
 * @typedef {object} Call
 * @property {unknown[]} arguments
 * @property {unknown} error what it threw
 * @property {unknown} result
 * @property {Error} stack
 * @property {Function | undefined} target the class, when called with `new`
 * @property {unknown} this
 */

/** `mock` of a function that is one. */
class MockContext {
  /** @type {Call[]} */
  #calls = []
  #implementation
  /** @type {Map<number, AnyFunction>} */
  #once = new Map()
  #restore

  /** @param {AnyFunction} implementation @param {() => void} restore */
  constructor(implementation, restore) {
    this.#implementation = implementation
    this.#restore = restore
  }

  get calls() {
    return [...this.#calls]
  }

  callCount() {
    return this.#calls.length
  }

  /** @param {AnyFunction} implementation */
  mockImplementation(implementation) {
    this.#implementation = implementation
  }

  /** @param {AnyFunction} implementation @param {number} [call] from 0 on */
  mockImplementationOnce(implementation, call = this.#calls.length) {
    this.#once.set(call, implementation)
  }

  resetCalls() {
    this.#calls = []
  }

  restore() {
    this.#restore()
  }

  /**
   * @param {unknown} self
   * @param {unknown[]} args
   * @param {Function | undefined} target
   */
  record(self, args, target) {
    const implementation =
      this.#once.get(this.#calls.length) ?? this.#implementation
    /** @type {Call} */
    const call = {
      ...{ arguments: args, error: undefined, result: undefined },
      ...{ stack: new Error(), target, this: self },
    }
    this.#calls.push(call)
    try {
      call.result = target
        ? Reflect.construct(implementation, args, target)
        : Reflect.apply(implementation, self, args)
    } catch (error) {
      call.error = error
      throw error
    }
    return call.result
  }
}

/** Makes such functions, and takes them back. */
export class MockTracker {
  /** @type {MockContext[]} */
  #mocks = []

  /**
   * @param {any} [original]
   * @param {any} [implementation] in its place
   * @returns {any} a function with `mock`
   */
  fn(original = function mockFunction() {}, implementation = original) {
    const run = typeof implementation === 'function' ? implementation : original
    const context = new MockContext(run, () => {
      context.mockImplementation(original)
    })
    return this.#wrap(original, context)
  }

  /**
   * @param {any} object
   * @param {string | symbol} name
   * @param {any} [implementation]
   * @param {{ getter?: boolean, setter?: boolean }} [options]
   */
  method(object, name, implementation, options = {}) {
    const { getter, setter } = { ...implementation, ...options }
    if (getter || setter) throw notInPage('mock.method with getters')
    const original = object[name]
    if (typeof original !== 'function') {
      throw invalidArgValue('methodName', original, 'must be a method')
    }
    const descriptor = Object.getOwnPropertyDescriptor(object, name)
    const run = typeof implementation === 'function' ? implementation : original
    const context = new MockContext(run, () => {
      if (descriptor) Object.defineProperty(object, name, descriptor)
      else delete object[name]
    })
    const value = this.#wrap(original, context)
    Object.defineProperty(object, name, {
      value,
      configurable: true,
      enumerable: descriptor?.enumerable ?? false,
      writable: true,
    })
    return value
  }

  /** @param {AnyFunction} original @param {MockContext} context */
  #wrap(original, context) {
    this.#mocks.push(context)
    return new Proxy(original, {
      apply: (_, self, args) => context.record(self, args, undefined),
      construct: (_, args, target) =>
        /** @type {object} */ (context.record(undefined, args, target)),
      get: (target, key, receiver) =>
        key === 'mock' ? context : Reflect.get(target, key, receiver),
    })
  }

  get timers() {
    throw notInPage('mock.timers')
  }

  module() {
    throw notInPage('mock.module')
  }

  getter() {
    throw notInPage('mock.getter')
  }

  setter() {
    throw notInPage('mock.setter')
  }

  property() {
    throw notInPage('mock.property')
  }

  /** As they were before. */
  restoreAll() {
    for (const context of this.#mocks) context.restore()
  }

  reset() {
    this.restoreAll()
    this.#mocks = []
  }
}
