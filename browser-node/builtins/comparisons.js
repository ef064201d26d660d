/** Deep equality as node:assert/strict and util.isDeepStrictEqual have it. */
import { Buffer } from './buffer.js'
import * as types from './util-types.js'

/**
 * The pairs that are being compared, by either of them.
 *
 * @typedef {{ forth: Map<object, object>, back: Map<object, object> }} Path
 */

/** @param {unknown} a @param {unknown} b */
export const isDeepStrictEqual = (a, b) =>
  isEqual(a, b, { forth: new Map(), back: new Map() })

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null

/**
 * @param {any} a
 * @param {any} b
 * @param {Path} path
 * @returns {boolean}
 */
function isEqual(a, b, path) {
  if (isObject(a) && isObject(b)) return areEqualObjects(a, b, path)
  return Object.is(a, b)
}

/**
 * @param {any} a
 * @param {any} b
 * @param {Path} path
 */
function areEqualObjects(a, b, path) {
  if (a === b) return true
  if (!haveEqualPrototypes(a, b)) return false
  const kind = kindOf(a)
  if (kind !== kindOf(b)) return false
  if (a[Symbol.toStringTag] !== b[Symbol.toStringTag]) return false
  // What holds itself is equal to what holds itself in the same place.
  const { forth, back } = path
  if (forth.has(a) || back.has(b)) return forth.get(a) === b
  forth.set(a, b)
  back.set(b, a)
  const result = haveEqualContents(a, b, path, kind)
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
 * @param {Path} path
 * @param {string} kind of both
 * @returns {boolean}
 */
function haveEqualContents(a, b, path, kind) {
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
      if (!areEqualErrors(a, b, path)) return false
      break
    case 'view':
    case 'memory':
      if (!haveEqualBytes(a, b)) return false
      break
    case 'array':
      if (!areEqualLists(a, b, path)) return false
      break
    case 'set':
      if (!areEqualSets(a, b, path)) return false
      break
    case 'map':
      if (!areEqualMaps(a, b, path)) return false
  }
  return haveEqualProperties(a, b, path, kind)
}

/**
 * @param {any} a
 * @param {any} b
 * @param {Path} path
 * @param {string} kind
 */
function haveEqualProperties(a, b, path, kind) {
  const isList = kind === 'array' || kind === 'view'
  const keysA = keysOf(a, isList)
  const keysB = keysOf(b, isList)
  if (keysA.length !== keysB.length) return false
  return keysB.every(
    (key) =>
      Object.prototype.propertyIsEnumerable.call(a, key) &&
      isEqual(a[key], b[key], path),
  )
}

/**
 * @param {object} object
 * @param {boolean} isList whose elements are compared otherwise
 */
function keysOf(object, isList) {
  const names = isList ? namesBesideElements(object) : Object.keys(object)
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
 * @param {Path} path
 */
function areEqualErrors(a, b, path) {
  const hasCause = Object.hasOwn(b, 'cause')
  if (hasCause !== Object.hasOwn(a, 'cause')) return false
  return ['message', 'name', 'cause', 'errors'].every(
    (key) =>
      Object.prototype.propertyIsEnumerable.call(b, key) ||
      isEqual(a[key], b[key], path),
  )
}

/** @param {any} value a view of memory, or memory */
const bytesOf = (value) =>
  ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value)

/** @param {any} a @param {any} b */
const haveEqualBytes = (a, b) => Buffer.compare(bytesOf(a), bytesOf(b)) === 0

/**
 * @param {unknown[]} a
 * @param {unknown[]} b
 * @param {Path} path
 */
function areEqualLists(a, b, path) {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) {
    // A hole is not the same as undefined.
    const isSame = Object.hasOwn(a, i) === Object.hasOwn(b, i)
    if (!isSame || !isEqual(a[i], b[i], path)) return false
  }
  return true
}

/**
 * @param {Set<unknown>} a
 * @param {Set<unknown>} b
 * @param {Path} path
 */
function areEqualSets(a, b, path) {
  if (a.size !== b.size) return false
  const left = [...a].filter((value) => !b.has(value))
  for (const value of b) {
    if (a.has(value)) continue
    if (!isObject(value)) return false
    const place = left.findIndex((other) => isEqual(other, value, path))
    if (place === -1) return false
    left.splice(place, 1)
  }
  return true
}

/**
 * @param {Map<unknown, unknown>} a
 * @param {Map<unknown, unknown>} b
 * @param {Path} path
 */
function areEqualMaps(a, b, path) {
  if (a.size !== b.size) return false
  const left = [...a.keys()].filter((key) => !b.has(key) || isObject(key))
  for (const [key, value] of b) {
    const isSame = a.has(key) && isEqual(a.get(key), value, path)
    if (isSame) {
      const place = left.indexOf(key)
      if (place !== -1) left.splice(place, 1)
      continue
    }
    if (!isObject(key)) return false
    const place = left.findIndex(
      (other) =>
        isEqual(other, key, path) && isEqual(a.get(other), value, path),
    )
    if (place === -1) return false
    left.splice(place, 1)
  }
  return true
}
