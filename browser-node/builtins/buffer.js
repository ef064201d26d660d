/**
 * node:buffer: the well-known package, with Node's encodings, pool of memory,
 * replacement characters, checks and words.
 */
import { Buffer as PackageBuffer } from 'buffer/index.js'
import {
  checkInteger,
  invalidArgType,
  invalidArgValue,
  outOfRange,
  typeError,
} from './errors.js'

/** @type {any} */
const Buffer = PackageBuffer
const { prototype } = Buffer
// A bundler may have called it Buffer2.
Object.defineProperty(Buffer, 'name', { value: 'Buffer' })
// For base64.
const { write: packageWrite, toString: packageText } = prototype

export const kMaxLength = Number.MAX_SAFE_INTEGER
export const kStringMaxLength = 2 ** 29 - 24
export const constants = {
  MAX_LENGTH: kMaxLength,
  MAX_STRING_LENGTH: kStringMaxLength,
}
export const INSPECT_MAX_BYTES = 50
export const { atob, btoa, Blob, File } = globalThis

/**
 * Names of encodings, and the one that each stands for.
 *
 * @type {Map<string, string>}
 */
const ENCODINGS = new Map(
  /** @type {[string, string][]} */ ([
    ...['utf8', 'utf-8'].map((name) => [name, 'utf8']),
    ...['ucs2', 'ucs-2', 'utf16le', 'utf-16le'].map((name) => [
      name,
      'utf16le',
    ]),
    ...['latin1', 'binary'].map((name) => [name, 'latin1']),
    ...['ascii', 'hex', 'base64', 'base64url'].map((name) => [name, name]),
  ]),
)

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * @param {unknown} encoding
 * @returns {string}
 * @throws {TypeError} ERR_UNKNOWN_ENCODING
 */
function encodingOf(encoding) {
  if (encoding === undefined || encoding === null || encoding === '') {
    return 'utf8'
  }
  const found = ENCODINGS.get(String(encoding).toLowerCase())
  if (found) return found
  throw typeError('ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`)
}

/** @param {unknown} encoding */
Buffer.isEncoding = (encoding) =>
  typeof encoding === 'string' && ENCODINGS.has(encoding.toLowerCase())

// ---- memory ----

/** Small ones share this many bytes of memory. */
Buffer.poolSize = 64 * 1024
let pool = new ArrayBuffer(Buffer.poolSize)
let poolOffset = 0

/**
 * @param {ArrayBufferLike} memory
 * @param {number} [offset]
 * @param {number} [length]
 */
function view(memory, offset, length) {
  const bytes = new Uint8Array(memory, offset, length)
  return Object.setPrototypeOf(bytes, prototype)
}

/** @param {number} size a part of the pool, or memory of its own */
function allocate(size) {
  if (size === 0 || size >= Buffer.poolSize >>> 1) {
    return view(new ArrayBuffer(size))
  }
  if (size > pool.byteLength - poolOffset) {
    pool = new ArrayBuffer(Buffer.poolSize)
    poolOffset = 0
  }
  const bytes = view(pool, poolOffset, size)
  // The next one begins at a multiple of eight.
  poolOffset = (poolOffset + size + 7) & ~7
  return bytes
}

/** @param {unknown} size */
function checkSize(size) {
  if (typeof size !== 'number') {
    throw invalidArgType('size', 'of type number', size)
  }
  if (!(size >= 0 && size <= kMaxLength)) {
    throw outOfRange('size', `>= 0 && <= ${kMaxLength}`, size)
  }
}

/** @param {number} size bytes @param {any} [fill] @param {string} [encoding] */
Buffer.alloc = (size, fill, encoding) => {
  checkSize(size)
  const bytes = view(new ArrayBuffer(size))
  if (fill === undefined || fill === 0 || size === 0) return bytes
  return bytes.fill(fill, encoding)
}

/** @param {number} size bytes */
Buffer.allocUnsafe = (size) => {
  checkSize(size)
  return allocate(Math.trunc(size))
}

/** @param {number} size bytes */
Buffer.allocUnsafeSlow = (size) => {
  checkSize(size)
  return view(new ArrayBuffer(size))
}

/**
 * @param {any} value
 * @param {any} [encodingOrOffset]
 * @param {number} [length]
 */
Buffer.from = (value, encodingOrOffset, length) => {
  if (typeof value === 'string') return fromString(value, encodingOrOffset)
  if (typeof value === 'object' && value !== null) {
    if (isAnyArrayBuffer(value)) {
      return fromMemory(value, encodingOrOffset, length)
    }
    const list = listOf(value)
    if (list) {
      const bytes = allocate(list.length)
      bytes.set(list)
      return bytes
    }
  }
  throw invalidArgType(
    'first argument',
    'of type string or an instance of Buffer, ArrayBuffer, or Array or an ' +
      'Array-like Object',
    value,
  )
}

/** @param {unknown} value */
const isAnyArrayBuffer = (value) => {
  const tag = Object.prototype.toString.call(value)
  return tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]'
}

/**
 * @param {any} value
 * @returns {ArrayLike<number> | null}
 */
function listOf(value) {
  if (value.length !== undefined || ArrayBuffer.isView(value.buffer)) {
    if (typeof value.length !== 'number' || !(value.length > 0)) return []
    return value instanceof Uint8Array ? value : Array.from(value, byteOf)
  }
  if (value.type === 'Buffer' && Array.isArray(value.data)) {
    return Array.from(value.data, byteOf)
  }
  return null
}

/** @param {unknown} value */
const byteOf = (value) => Number(value) & 255

/**
 * @param {string} text
 * @param {unknown} encodingName
 */
function fromString(text, encodingName) {
  const encoding =
    typeof encodingName === 'string' ? encodingOf(encodingName) : 'utf8'
  const bytes = encode(text, encoding)
  const result = allocate(bytes.length)
  result.set(bytes)
  return result
}

/**
 * @param {ArrayBufferLike} memory
 * @param {unknown} offset
 * @param {unknown} length
 */
const fromMemory = (memory, offset, length) =>
  length === undefined
    ? view(memory, Number(offset) || 0)
    : view(memory, Number(offset) || 0, Math.max(0, Number(length) || 0))

/** @param {Uint8Array[]} list @param {number} [length] */
Buffer.concat = (list, length) => {
  if (!Array.isArray(list)) {
    throw invalidArgType('list', 'an instance of Array', list)
  }
  list.forEach((bytes, i) => {
    checkBytes(bytes, `list[${i}]`)
  })
  const total = list.reduce((sum, bytes) => sum + bytes.length, 0)
  if (length !== undefined) checkInteger(length, 'length', 0)
  const size = length ?? total
  const result = allocate(size)
  let offset = 0
  for (const bytes of list) {
    const part = bytes.subarray(0, size - offset)
    result.set(part, offset)
    offset += part.length
  }
  // The pool has been used before.
  return result.fill(0, offset)
}

/** @param {unknown} value @param {string} name */
function checkBytes(value, name) {
  if (value instanceof Uint8Array) return
  const error = invalidArgType(
    name.replace('.', ' '),
    'an instance of Buffer or Uint8Array',
    value,
  )
  throw error
}

/** @param {unknown} value */
Buffer.isBuffer = (value) => value instanceof Buffer

/** @param {Uint8Array} a @param {Uint8Array} b */
Buffer.compare = (a, b) => {
  checkBytes(a, 'buf1')
  checkBytes(b, 'buf2')
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1
  }
  return Math.sign(a.length - b.length)
}

// ---- text ----

/**
 * @param {string} text
 * @param {string} encoding
 * @returns {Uint8Array}
 */
function encode(text, encoding) {
  switch (encoding) {
    case 'utf8':
      return encoder.encode(text)
    case 'hex':
      return fromHex(text)
    case 'base64':
    case 'base64url':
      return fromBase64(text)
    case 'utf16le': {
      const bytes = new Uint8Array(text.length * 2)
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i)
        bytes[2 * i] = unit
        bytes[2 * i + 1] = unit >> 8
      }
      return bytes
    }
    default: {
      const bytes = new Uint8Array(text.length)
      for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
      return bytes
    }
  }
}

/** @param {string} text up to the first pair that is not two hex digits */
function fromHex(text) {
  const digits = /^(?:[0-9a-f]{2})*/i.exec(text)?.[0] ?? ''
  const bytes = new Uint8Array(digits.length / 2)
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16)
  }
  return bytes
}

/** @param {string} text in either alphabet, with or without its end */
function fromBase64(text) {
  const bytes = view(new ArrayBuffer(Math.ceil((text.length * 3) / 4)))
  const length = packageWrite.call(bytes, text, 'base64')
  return bare(bytes).subarray(0, length)
}

/** @param {Uint8Array} bytes */
const toBase64 = ({ buffer, byteOffset, length }) =>
  packageText.call(view(buffer, byteOffset, length), 'base64')

/** @param {string} character */
const urlSafe = (character) => ({ '+': '-', '/': '_' })[character] ?? ''

/**
 * @param {Uint8Array} bytes
 * @param {string} encoding
 * @returns {string}
 */
function decode(bytes, encoding) {
  switch (encoding) {
    case 'utf8':
      return decoder.decode(bytes)
    case 'hex':
      return Array.from(bytes, (byte) =>
        byte.toString(16).padStart(2, '0'),
      ).join('')
    case 'base64':
      return toBase64(bytes)
    case 'base64url':
      return toBase64(bytes).replace(/[+/=]/g, urlSafe)
    case 'utf16le':
      return units(
        bytes.length >> 1,
        (i) => bytes[2 * i] | (bytes[2 * i + 1] << 8),
      )
    default: {
      const mask = encoding === 'ascii' ? 0x7f : 0xff
      return units(bytes.length, (i) => bytes[i] & mask)
    }
  }
}

/** @param {number} count @param {(i: number) => number} unitAt */
function units(count, unitAt) {
  const parts = []
  for (let start = 0; start < count; start += 4096) {
    const length = Math.min(4096, count - start)
    const codes = Array.from({ length }, (_, i) => unitAt(start + i))
    parts.push(String.fromCharCode(...codes))
  }
  return parts.join('')
}

/** @param {any} value text or bytes @param {string} [encoding] */
Buffer.byteLength = (value, encoding) => {
  if (typeof value !== 'string') {
    if (ArrayBuffer.isView(value) || isAnyArrayBuffer(value)) {
      return value.byteLength
    }
    throw invalidArgType(
      'string',
      'of type string or an instance of Buffer or ArrayBuffer',
      value,
    )
  }
  const name = ENCODINGS.get(String(encoding).toLowerCase()) ?? 'utf8'
  switch (name) {
    case 'utf8':
      return utf8Length(value)
    case 'utf16le':
      return value.length * 2
    case 'hex':
      return value.length >>> 1
    case 'base64':
    case 'base64url':
      return (value.replace(/={1,2}$/, '').length * 3) >>> 2
    default:
      return value.length
  }
}

/** @param {string} text */
function utf8Length(text) {
  let length = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    length++
    if (unit < 0x800) continue
    length++
    const next = text.charCodeAt(i + 1)
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (next & 0xfc00) === 0xdc00
    // Two units are four bytes.
    if (isPair) i++
  }
  return length
}

/**
 * @this {any}
 * @param {string} [encoding]
 * @param {number} [start]
 * @param {number} [end]
 */
prototype.toString = function text(encoding, start, end) {
  const from = Math.max(0, Math.trunc(Number(start ?? 0)) || 0)
  const to = Math.min(
    this.length,
    end === undefined ? this.length : Math.trunc(Number(end)) || 0,
  )
  if (from >= to) return ''
  const isWhole = from === 0 && to === this.length
  const part = isWhole
    ? this
    : Uint8Array.prototype.subarray.call(bare(this), from, to)
  return decode(part, encodingOf(encoding))
}
prototype.toLocaleString = prototype.toString

/** @param {Uint8Array} bytes the same ones, without our prototype */
const bare = ({ buffer, byteOffset, length }) =>
  new Uint8Array(buffer, byteOffset, length)

/**
 * @this {any}
 * @param {string} text
 * @param {number | string} [offset]
 * @param {number | string} [length]
 * @param {string} [encoding]
 * @returns {number} bytes written; a character is written whole or not at all
 */
prototype.write = function write(text, offset, length, encoding) {
  if (typeof text !== 'string') {
    throw typeError('ERR_INVALID_ARG_TYPE', 'argument must be a string')
  }
  const isBare = typeof offset === 'string' || offset === undefined
  const start = isBare ? 0 : Number(offset)
  if (!isBare) checkInteger(offset, 'offset', 0, this.length)
  const room = this.length - start
  const isLength = !isBare && typeof length === 'number'
  if (isLength) checkInteger(length, 'length', 0, this.length)
  const most = isLength ? Math.min(Number(length), room) : room
  const name = isBare ? offset : isLength ? encoding : (encoding ?? length)
  return writeText(this, text, { start, most, encoding: encodingOf(name) })
}

/**
 * @param {Uint8Array} target
 * @param {string} text
 * @param {{ start: number, most: number, encoding: string }} where
 */
function writeText(target, text, { start, most, encoding }) {
  if (encoding === 'utf8') {
    const { buffer, byteOffset } = target
    const room = new Uint8Array(buffer, byteOffset + start, most)
    return encoder.encodeInto(text, room).written
  }
  const size = encoding === 'utf16le' ? most & ~1 : most
  const bytes = encode(text, encoding).subarray(0, size)
  target.set(bytes, start)
  return bytes.length
}

/** @this {any} */
function inspectBuffer() {
  const shown = decode(bare(this).subarray(0, INSPECT_MAX_BYTES), 'hex')
  const pairs = shown.match(/../g)?.join(' ') ?? ''
  const left = this.length - INSPECT_MAX_BYTES
  const rest = left > 0 ? ` ... ${left} more byte${left > 1 ? 's' : ''}` : ''
  return `<${this.constructor.name} ${pairs}${rest}>`
}
prototype.inspect = inspectBuffer
prototype[Symbol.for('nodejs.util.inspect.custom')] = inspectBuffer

// ---- parts and places ----

/** @this {any} @param {number} [start] @param {number} [end] */
prototype.subarray = function subarray(start, end) {
  const part = bare(this).subarray(start, end)
  return Object.setPrototypeOf(part, prototype)
}
prototype.slice = prototype.subarray

/** @this {any} @param {Uint8Array} other */
prototype.equals = function equals(other) {
  checkBytes(other, 'otherBuffer')
  return this === other || Buffer.compare(this, other) === 0
}

const { copy, fill } = prototype

/**
 * @this {any}
 * @param {Uint8Array} target
 * @param {...number} places
 */
prototype.copy = function copyTo(target, ...places) {
  checkBytes(target, 'target')
  const bytes = view(target.buffer, target.byteOffset, target.byteLength)
  const [, start = 0] = places
  if (start < 0 || start > this.length) {
    throw outOfRange('sourceStart', `>= 0 && <= ${this.length}`, start)
  }
  if (start === this.length) return 0
  return copy.call(this, bytes, ...places)
}

/** @this {any} @param {any} value @param {...any} places */
prototype.fill = function fillWith(value, ...places) {
  const encoding = places.find((place) => typeof place === 'string')
  if (typeof value === 'string') encodingOf(encoding)
  const [start, end] = places.filter((place) => typeof place === 'number')
  if (start !== undefined) checkInteger(start, 'offset', 0)
  if (end !== undefined) checkInteger(end, 'end', 0, this.length)
  if (typeof value === 'string' || value instanceof Uint8Array) {
    const bytes = Buffer.from(value, encoding)
    if (value.length > 0 && bytes.length === 0) {
      throw invalidArgValue('value', value)
    }
    return fill.call(this, value.length === 0 ? 0 : bytes, start, end)
  }
  return fill.call(this, value, start, end)
}

for (const name of ['indexOf', 'lastIndexOf', 'includes']) {
  const find = prototype[name]
  /** @this {any} @param {any} value @param {...any} where */
  prototype[name] = function search(value, ...where) {
    const isText = typeof value === 'string'
    if (
      !isText &&
      typeof value !== 'number' &&
      !(value instanceof Uint8Array)
    ) {
      throw invalidArgType(
        'value',
        'one of type number or string or an instance of Buffer or Uint8Array',
        value,
      )
    }
    const encoding = where.find((place) => typeof place === 'string')
    const bytes =
      typeof value === 'number' ? value : Buffer.from(value, encoding)
    const [offset] = where.filter((place) => typeof place !== 'string')
    // Nothing is found anywhere.
    if (bytes.length === 0) return emptyAt(this, name, offset)
    return find.call(this, bytes, offset)
  }
}

/** @param {Uint8Array} bytes @param {string} name @param {any} offset */
function emptyAt(
  { length },
  name,
  offset = name === 'lastIndexOf' ? length : 0,
) {
  const place = offset < 0 ? Math.max(0, length + offset) : offset
  const index = Math.min(place, length)
  return name === 'includes' ? true : index
}

// ---- functions of the module ----

/** @param {ArrayBufferView | ArrayBuffer} bytes */
export function isUtf8(bytes) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

export { Buffer }
