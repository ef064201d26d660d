import { inspect, types } from 'node:util'

/** @type {(text: unknown) => string} */
export const quote = JSON.stringify

/** Names that every line has. A field with one of them gets a `_`. */
const RESERVED = new Set(['time', 'level', 'msg'])

// A program uses the same few names all the time, and encoding them again and
// again takes as long as all the rest. A client may choose names, too, which
// is what the limits are for.
/** @type {Map<string, string>} */
const names = new Map()
const MAX_NAMES = 1000
const MAX_NAME_LENGTH = 64

/**
 * @param {string} name
 * @returns {string} `,"name":`
 */
function encodeName(name) {
  const known = names.get(name)
  if (known !== undefined) return known
  const encoded = `,${quote(RESERVED.has(name) ? `${name}_` : name)}:`
  const isShort = name.length <= MAX_NAME_LENGTH
  if (isShort && names.size < MAX_NAMES) names.set(name, encoded)
  return encoded
}

/**
 * @param {unknown} fields an error becomes the field `err`; an array, a Map or
 *   a primitive value becomes the field `fields`
 * @returns {object}
 */
function named(fields) {
  if (isError(fields)) return { err: fields }
  const isObject = typeof fields === 'object' && fields !== null
  return isObject && !(Symbol.iterator in fields) ? fields : { fields }
}

/**
 * @param {unknown} fields
 * @returns {Record<string, unknown>} a copy, with the values of its getters
 */
export function copyFields(fields) {
  try {
    return { ...named(fields) }
  } catch {
    return { fields: show(fields) }
  }
}

/**
 * @param {unknown} fields
 * @param {boolean} [hasError] the line has an `err` already
 * @returns {string} `,"name":value` for each, ready to follow another field
 */
export function encodeFields(fields, hasError = false) {
  try {
    const record = /** @type {Record<string, unknown>} */ (named(fields))
    let text = ''
    for (const name of Object.keys(record)) {
      const value = encode(record[name])
      const isSecond = hasError && name === 'err'
      if (value === undefined) continue
      text += encodeName(isSecond ? 'err_' : name) + value
    }
    return text
  } catch {
    // A getter may throw, and so may a proxy.
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
 * Replaces what JSON can't express: a BigInt would throw, NaN would be null,
 * and a Map, a Set or an Error would be {}.
 *
 * @param {string} _name
 * @param {unknown} value
 */
function replace(_name, value) {
  if (typeof value === 'bigint') return `${value}`
  if (typeof value === 'number' && !Number.isFinite(value)) return `${value}`
  if (types.isMap(value) || types.isSet(value)) return [...value]
  return isError(value) ? describe(value) : value
}

/**
 * Also recognizes an Error from another realm, such as one of `node:vm` or of
 * a test runner, where Error is another class.
 *
 * @param {unknown} value
 * @returns {value is Error}
 */
export const isError = (value) =>
  value instanceof Error || types.isNativeError(value)

/** Copied from system errors. Other properties may be secret. */
const DETAILS = /** @type {const} */ ([
  ...['code', 'errno', 'syscall', 'path', 'dest', 'hostname'],
  ...['address', 'port'],
])

/** The most causes, and the most errors of an AggregateError, in a line. */
const MAX_ERRORS = 10

/**
 * @param {Error & { [name: string]: any }} error
 * @param {number} [left] how many causes may follow: it may be its own
 * @returns {object}
 */
function describe(error, left = MAX_ERRORS) {
  const { name, message, stack, cause, errors } = error
  /** @type {Record<string, unknown>} */
  const parts = { name, message, stack }
  for (const detail of DETAILS) parts[detail] = error[detail]
  parts.cause = cause
  if (isError(cause)) {
    parts.cause = left > 0 ? describe(cause, left - 1) : `${cause}`
  }
  if (Array.isArray(errors)) parts.errors = errors.slice(0, MAX_ERRORS)
  return parts
}

/**
 * Takes apart a message that isn't a string.
 *
 * @param {unknown} value
 * @returns {{ text: string, err?: Error }}
 */
export function unpack(value) {
  try {
    if (isError(value)) return { text: `${value.message}`, err: value }
  } catch {}
  return { text: show(value) }
}

/** @param {unknown} value */
export function show(value) {
  try {
    return inspect(value, { breakLength: Number.POSITIVE_INFINITY })
  } catch {
    return '[cannot be shown]'
  }
}
