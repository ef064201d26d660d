import { inspect, types } from 'node:util'

/** @type {(text: unknown) => string} */
export const quote = JSON.stringify

/** Names that a line has anyway. A field of that name gets a `_`. */
const RESERVED = new Set(['time', 'level', 'msg'])

// A program uses the same few names all the time, and encoding them again and
// again takes as long as all the rest. The limits are for a client's names.
/** @type {Map<string, string>} */
const names = new Map()
const NAMES = 1000
const NAME_LENGTH = 64

/**
 * @param {string} name
 * @returns {string} `,"name":`
 */
function encodeName(name) {
  const known = names.get(name)
  if (known !== undefined) return known
  const encoded = `,${quote(RESERVED.has(name) ? `${name}_` : name)}:`
  const isShort = name.length <= NAME_LENGTH
  if (isShort && names.size < NAMES) names.set(name, encoded)
  return encoded
}

/**
 * @param {unknown} fields what has no names becomes the field `fields`
 * @returns {object}
 */
function named(fields) {
  if (isError(fields)) return { err: fields }
  const isObject = typeof fields === 'object' && fields !== null
  return isObject && !(Symbol.iterator in fields) ? fields : { fields }
}

/**
 * @param {unknown} fields
 * @returns {Record<string, unknown>} a copy, which no getter of theirs is in
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
 * @returns {string} `,"name":value` for each, so that it can follow another
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
    // A getter may throw, a proxy may refuse. We don't lose the line for that.
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
 * What JSON has no form for: BigInt throws, NaN would be null, and Map, Set and
 * Error would be {}, because their contents aren't enumerable properties.
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
 * Whether it is an Error, even one from another realm, such as `node:vm` or a
 * test runner, whose Error class isn't ours.
 *
 * @param {unknown} value
 * @returns {value is Error}
 */
export const isError = (value) =>
  value instanceof Error || types.isNativeError(value)

/** What else system errors have. Other properties may be secret. */
const DETAILS = /** @type {const} */ ([
  ...['code', 'errno', 'syscall', 'path', 'dest', 'hostname'],
  ...['address', 'port'],
])

/** The most errors that one brings along. It may be its own cause. */
const ERRORS = 10

/**
 * @param {Error & { [name: string]: any }} error
 * @param {{ left: number }} [budget] for causes and the errors of an
 *   AggregateError together: they branch
 * @returns {object}
 */
function describe(error, budget = { left: ERRORS }) {
  const { name, message, stack, cause, errors } = error
  const tell = (/** @type {unknown} */ value) => {
    if (!isError(value)) return value
    return budget.left-- > 0 ? describe(value, budget) : `${value}`
  }
  /** @type {Record<string, unknown>} */
  const parts = { name, message, stack }
  for (const detail of DETAILS) parts[detail] = error[detail]
  parts.cause = tell(cause)
  if (!Array.isArray(errors)) return parts
  const told = errors.slice(0, ERRORS).map(tell)
  const more = errors.length - told.length
  return { ...parts, errors: more > 0 ? [...told, `and ${more} more`] : told }
}

/**
 * A message that isn't a string.
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
