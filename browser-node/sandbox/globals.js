/**
 * What a program finds in its global object: the language, and what a browser
 * and Node.js have in common. All else is taken away before the program runs.
 */
import { withHint } from './errors.js'
import { hold } from './handles.js'
import { wordedAsV8 } from './json.js'
import {
  apply,
  defineProperty,
  getOwnPropertyDescriptor,
  getPrototypeOf,
  ownKeys,
} from './primordials.js'

const language = (
  'AggregateError Array ArrayBuffer AsyncDisposableStack Atomics ' +
  'BigInt BigInt64Array BigUint64Array Boolean DataView Date ' +
  'DisposableStack Error EvalError FinalizationRegistry ' +
  'Float16Array Float32Array Float64Array Function Infinity ' +
  'Int16Array Int32Array Int8Array Intl Iterator JSON Map Math ' +
  'NaN Number Object Promise Proxy RangeError ReferenceError ' +
  'Reflect RegExp Set SharedArrayBuffer String SuppressedError ' +
  'Symbol SyntaxError Temporal TypeError URIError Uint16Array ' +
  'Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef ' +
  'WeakSet WebAssembly decodeURI decodeURIComponent encodeURI ' +
  'encodeURIComponent escape eval globalThis isFinite isNaN ' +
  'parseFloat parseInt undefined unescape'
).split(' ')

const shared = (
  'AbortController AbortSignal Blob ByteLengthQueuingStrategy ' +
  'CloseEvent CompressionStream CountQueuingStrategy Crypto ' +
  'CryptoKey CustomEvent DOMException DecompressionStream ' +
  'ErrorEvent Event EventTarget File FormData Headers ' +
  'MessageChannel MessageEvent MessagePort Performance ' +
  'PerformanceEntry PerformanceMark PerformanceMeasure ' +
  'PerformanceObserver PerformanceObserverEntryList ' +
  'PerformanceResourceTiming QuotaExceededError ' +
  'ReadableByteStreamController ReadableStream ' +
  'ReadableStreamBYOBReader ReadableStreamBYOBRequest ' +
  'ReadableStreamDefaultController ReadableStreamDefaultReader ' +
  'Request Response SubtleCrypto TextDecoder TextDecoderStream ' +
  'TextEncoder TextEncoderStream TransformStream ' +
  'TransformStreamDefaultController URL URLPattern ' +
  'URLSearchParams WritableStream WritableStreamDefaultController ' +
  'WritableStreamDefaultWriter atob btoa crypto performance ' +
  'queueMicrotask structuredClone'
).split(' ')

/** Names that Node.js, or a reader's habit, has for a network. */
const network = ['WebSocket', 'EventSource', 'XMLHttpRequest', 'WebTransport']

/**
 * What a browser does in its own time, of which the event loop of the program
 * would not know.
 *
 * @type {[holder: any, names: string[]][]}
 */
const slow = [
  [Blob.prototype, ['arrayBuffer', 'bytes', 'text']],
  ...[Request, Response].map(
    ({ prototype }) =>
      /** @type {[any, string[]]} */ ([
        prototype,
        ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'],
      ]),
  ),
  [WebAssembly, ['compile', 'instantiate']],
]

/** Keeps the program alive until such a promise is settled. */
function waitForSlow() {
  for (const [holder, names] of slow) {
    for (const name of names) {
      const method = holder[name]
      if (typeof method !== 'function') continue
      const waiting = {
        /**
         * @this {unknown}
         * @param {unknown[]} args
         */
        async [name](...args) {
          const release = hold()
          try {
            return await apply(method, this, args)
          } finally {
            release()
          }
        },
      }
      holder[name] = waiting[name]
    }
  }
}

function isV8() {
  try {
    return JSON.parse('[')
  } catch (error) {
    return /** @type {Error} */ (error).message.includes('end of JSON')
  }
}

/**
 * Empties the global object, and puts the program's own there.
 *
 * @param {Record<string, unknown>} own
 */
export function closeGlobal(own) {
  const kept = new Set([...language, ...shared])
  waitForSlow()
  if (!isV8()) JSON.parse = wordedAsV8(JSON.parse)
  // A page that is not isolated hides it, and it is there all the same.
  const memory = { initial: 0, maximum: 0, shared: true }
  define('SharedArrayBuffer', new WebAssembly.Memory(memory).buffer.constructor)
  /** @type {object | null} */
  let holder = globalThis
  for (; holder !== null; holder = getPrototypeOf(holder)) {
    if (holder === EventTarget.prototype || holder === Object.prototype) break
    for (const key of ownKeys(holder)) {
      if (typeof key !== 'string' || kept.has(key)) continue
      if (key === 'constructor') continue
      if (getOwnPropertyDescriptor(holder, key)?.configurable) {
        Reflect.deleteProperty(holder, key)
      }
    }
  }
  // Inherited, they would be heard as the worker's own.
  for (const key of [
    'addEventListener',
    'removeEventListener',
    'dispatchEvent',
  ]) {
    define(key, undefined)
  }
  for (const name of network) define(name, forbidden(name))
  define('navigator', {
    hardwareConcurrency: 1,
    language: 'en-US',
    languages: ['en-US'],
    platform: 'browser',
    userAgent: 'Node.js/26',
  })
  define('global', globalThis)
  for (const name of Object.keys(own)) define(name, own[name])
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function define(name, value) {
  defineProperty(globalThis, name, {
    value,
    configurable: true,
    enumerable: false,
    writable: true,
  })
}

/** @param {string} name */
function networkError(name) {
  const error = new Error(`${name}: there is no network in the page`)
  Object.assign(error, { code: 'ENETUNREACH' })
  return withHint(error, 'hint.network', name)
}

/** @param {string} name */
function forbidden(name) {
  const stand = {
    [name]: class {
      constructor() {
        throw networkError(name)
      }
    },
  }
  return stand[name]
}
