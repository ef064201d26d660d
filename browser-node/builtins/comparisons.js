/**
 * Deep equality as node:assert and util.isDeepStrictEqual have it: strict,
 * loose (`==` for primitives, prototypes ignored), and partial (the second may
 * hold less than the first).
 */
import { Buffer } from './buffer.js'
import * as types from './util-types.js'

/** @typedef {'strict' | 'loose' | 'partial'} Mode */
/**
 * The pairs that are being compared, by either of them.
 *
 * @typedef {{ forth: Map<object, object>, back: Map<object, object> }} Path
 */

/** @returns {Path} */
const start = () => ({ forth: new Map(), back: new Map() })

/** @param {unknown} a @param {unknown} b */
export const isDeepEqual = (a, b) => isEqual(a, b, 'loose', start())

/** @param {unknown} a @param {unknown} b */
export const isDeepStrictEqual = (a, b) => isEqual(a, b, 'strict', start())

/** @param {unknown} a @param {unknown} b what of it there must be */
export const isPartialStrictEqual = (a, b) => isEqual(a, b, 'partial', start())

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null

/**
 * @param {any} a
 * @param {any} b
 * @param {Mode} mode
 * @param {Path} path
 * @returns {boolean}
 */
function isEqual(a, b, mode, path) {
  if (a === b) return a !== 0 || Object.is(a, b) || mode === 'loose'
  if (isObject(a) && isObject(b)) return areEqualObjects(a, b, mode, path)
  if (Number.isNaN(a) && Number.isNaN(b)) return true
  if (mode !== 'loose' || isObject(a) || isObject(b)) return false
  // biome-ignore lint/suspicious/noDoubleEquals: what loose means
  return typeof a !== 'function' && a == b
}

/**
 * @param {any} a
 * @param {any} b
 * @param {Mode} mode
 * @param {Path} path
 */
function areEqualObjects(a, b, mode, path) {
  if (mode === 'strict' && !haveEqualPrototypes(a, b)) return false
  const kind = kindOf(a)
  if (kind !== kindOf(b)) return false
  if (a[Symbol.toStringTag] !== b[Symbol.toStringTag]) return false
  // What holds itself is equal to what holds itself in the same place.
  const { forth, back } = path
  if (forth.has(a) || back.has(b)) return forth.get(a) === b
  forth.set(a, b)
  back.set(b, a)
  const result = haveEqualContents(a, b, mode, path, kind)
  forth.delete(a)
  back.delete(b)
  return result
}

/** @param {any} a @param {any} b */
function haveEqualPrototypes(a, b) {
  const isInherited =
    a.constructor !== undefined && !Object.hasOwn(a, 'constructor')
  if (isInherited) return a.constructor === b.constructor
  return Object.getPrototypeOf(a) === Object.getPrototypeOf(b)
}

/**
 * What answers by throwing and catching comes last: an Error costs
 * microseconds.
 *
 * @type {[kind: string, is: (value: unknown) => boolean][]}
 */
const KINDS = [
  ['array', Array.isArray],
  ['view', types.isArrayBufferView],
  ['error', (value) => types.isNativeError(value) || value instanceof Error],
  ['url', (value) => value instanceof URL],
  ['opaque', types.isPromise],
  ['set', types.isSet],
  ['map', types.isMap],
  ['memory', types.isAnyArrayBuffer],
  ['date', types.isDate],
  ['regexp', types.isRegExp],
  ['boxed', types.isBoxedPrimitive],
  ['opaque', types.isWeakMap],
  ['opaque', types.isWeakSet],
]

/** @type {Record<string, [kind: string, is: (value: unknown) => boolean]>} */
const TAGGED = {
  '[object Map]': ['map', types.isMap],
  '[object Date]': ['date', types.isDate],
  '[object RegExp]': ['regexp', types.isRegExp],
  '[object Set]': ['set', types.isSet],
  '[object ArrayBuffer]': ['memory', types.isArrayBuffer],
}

/** The prototypes of what has a kind, even if its tag says otherwise. */
const SPECIAL = new Set(
  [Map, Set, WeakMap, WeakSet, ArrayBuffer, Promise, URL].map(
    ({ prototype }) => /** @type {object} */ (prototype),
  ),
)

/**
 * Whether it has none of them in its chain of prototypes.
 *
 * @param {object} value
 */
function isOrdinary(value) {
  let prototype = Object.getPrototypeOf(value)
  while (prototype !== null && prototype !== Object.prototype) {
    if (SPECIAL.has(prototype)) return false
    prototype = Object.getPrototypeOf(prototype)
  }
  return true
}

/** @param {any} value an object */
function kindOf(value) {
  const tag = Object.prototype.toString.call(value)
  const isOther = Array.isArray(value) || ArrayBuffer.isView(value)
  if (tag === '[object Object]' && !isOther && isOrdinary(value)) return tag
  if (Object.hasOwn(TAGGED, tag)) {
    const [kind, is] = TAGGED[tag]
    if (is(value)) return kind
  }
  return KINDS.find(([, is]) => is(value))?.[0] ?? tag
}

/**
 * @param {any} a
 * @param {any} b
 * @param {Mode} mode
 * @param {Path} path
 * @param {string} kind of both
 * @returns {boolean}
 */
function haveEqualContents(a, b, mode, path, kind) {
  switch (kind) {
    case 'opaque':
      return false
    case 'date': {
      const [timeA, timeB] = [a, b].map((date) =>
        Date.prototype.getTime.call(date),
      )
      if (!Object.is(timeA, timeB)) return false
      break
    }
    case 'regexp':
      if (String(a) !== String(b) || a.lastIndex !== b.lastIndex) return false
      break
    case 'boxed':
      if (!Object.is(a.valueOf(), b.valueOf())) return false
      break
    case 'url':
      if (a.href !== b.href) return false
      break
    case 'error':
      if (!areEqualErrors(a, b, mode, path)) return false
      break
    case 'view':
    case 'memory':
      if (!haveEqualBytes(a, b, mode)) return false
      break
    case 'array':
      if (!areEqualLists(a, b, mode, path)) return false
      break
    case 'set':
      if (!areEqualSets(a, b, mode, path)) return false
      break
    case 'map':
      if (!areEqualMaps(a, b, mode, path)) return false
  }
  return haveEqualProperties(a, b, mode, path, kind)
}

/**
 * @param {any} a
 * @param {any} b
 * @param {Mode} mode
 * @param {Path} path
 * @param {string} kind
 */
function haveEqualProperties(a, b, mode, path, kind) {
  const isList = kind === 'array' || kind === 'view'
  const keysA = keysOf(a, mode, isList)
  const keysB = keysOf(b, mode, isList)
  if (mode !== 'partial' && keysA.length !== keysB.length) return false
  return keysB.every(
    (key) =>
      Object.prototype.propertyIsEnumerable.call(a, key) &&
      isEqual(a[key], b[key], mode, path),
  )
}

/**
 * @param {object} object
 * @param {Mode} mode
 * @param {boolean} isList whose elements are compared otherwise
 */
function keysOf(object, mode, isList) {
  const names = isList ? namesBesideElements(object) : Object.keys(object)
  if (mode === 'loose') return names
  const symbols = Object.getOwnPropertySymbols(object).filter((symbol) =>
    Object.prototype.propertyIsEnumerable.call(object, symbol),
  )
  return [...names, ...symbols]
}

/** @param {any} list */
function namesBesideElements(list) {
  // The names of a million bytes would take longer than all the rest.
  if (ArrayBuffer.isView(list) && list.byteLength > 100_000) return []
  return Object.keys(list).filter((name) => !/^(0|[1-9]\d*)$/.test(name))
}

/**
 * @param {any} a
 * @param {any} b
 * @param {Mode} mode
 * @param {Path} path
 */
function areEqualErrors(a, b, mode, path) {
  const hasCause = Object.hasOwn(b, 'cause')
  const mayLack = mode === 'partial' && !hasCause
  if (hasCause !== Object.hasOwn(a, 'cause') && !mayLack) return false
  return ['message', 'name', 'cause', 'errors'].every(
    (key) =>
      Object.prototype.propertyIsEnumerable.call(b, key) ||
      (mode === 'partial' && (b[key] === undefined || b[key] === '')) ||
      isEqual(a[key], b[key], mode, path),
  )
}

/** @param {any} value a view of memory, or memory */
const bytesOf = (value) =>
  ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value)

/** @param {any} a @param {any} b @param {Mode} mode */
function haveEqualBytes(a, b, mode) {
  const isFloat = /^Float/.test(a[Symbol.toStringTag])
  if (mode === 'loose' && isFloat) {
    return (
      a.length === b.length &&
      a.every((/** @type {number} */ x, /** @type {number} */ i) => x === b[i])
    )
  }
  const [bytesA, bytesB] = [bytesOf(a), bytesOf(b)]
  if (mode === 'partial' && bytesA.length > bytesB.length) {
    return isSubsequence([...bytesA], [...bytesB], Object.is)
  }
  return Buffer.compare(bytesA, bytesB) === 0
}

/**
 * @param {unknown[]} a
 * @param {unknown[]} b all of which must be in `a`, in this order
 * @param {(x: unknown, y: unknown) => boolean} isSame
 */
function isSubsequence(a, b, isSame) {
  let found = 0
  for (const item of a) {
    if (found < b.length && isSame(item, b[found])) found++
  }
  return found === b.length
}

/**
 * @param {unknown[]} a
 * @param {unknown[]} b
 * @param {Mode} mode
 * @param {Path} path
 */
function areEqualLists(a, b, mode, path) {
  if (mode === 'partial') {
    // What is not there is not compared.
    const [there, wanted] = [a, b].map((list) => list.filter(() => true))
    return isSubsequence(there, wanted, (x, y) => isEqual(x, y, mode, path))
  }
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    // A hole is not the same as undefined.
    const isSame = Object.hasOwn(a, i) === Object.hasOwn(b, i)
    if (!isSame || !isEqual(a[i], b[i], mode, path)) return false
  }
  return true
}

/**
 * @param {Set<unknown>} a
 * @param {Set<unknown>} b
 * @param {Mode} mode
 * @param {Path} path
 */
function areEqualSets(a, b, mode, path) {
  if (mode === 'partial' ? a.size < b.size : a.size !== b.size) return false
  const left = [...a].filter((value) => !b.has(value))
  for (const value of b) {
    if (a.has(value)) continue
    if (!isObject(value) && mode !== 'loose') return false
    const place = left.findIndex((other) => isEqual(other, value, mode, path))
    if (place === -1) return false
    left.splice(place, 1)
  }
  return true
}

/**
 * @param {Map<unknown, unknown>} a
 * @param {Map<unknown, unknown>} b
 * @param {Mode} mode
 * @param {Path} path
 */
function areEqualMaps(a, b, mode, path) {
  if (mode === 'partial' ? a.size < b.size : a.size !== b.size) return false
  const left = [...a.keys()].filter((key) => !b.has(key) || isObject(key))
  for (const [key, value] of b) {
    const isSame = a.has(key) && isEqual(a.get(key), value, mode, path)
    if (isSame) {
      const place = left.indexOf(key)
      if (place !== -1) left.splice(place, 1)
      continue
    }
    if (!isObject(key) && mode !== 'loose') return false
    const place = left.findIndex(
      (other) =>
        isEqual(other, key, mode, path) &&
        isEqual(a.get(other), value, mode, path),
    )
    if (place === -1) return false
    left.splice(place, 1)
  }
  return true
}
