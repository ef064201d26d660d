/** node:crypto: hashes and randomness. A page has no more without a server. */
import { hmac } from '@noble/hashes/hmac.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { Buffer } from './buffer.js'
import {
  absent,
  checkFunction,
  checkInteger,
  checkString,
  invalidArgType,
  nodeError,
  rangeError,
  typeError,
} from './errors.js'
import { poll } from './loop.js'
import { Transform } from './stream.js'

export const webcrypto = globalThis.crypto
export const { subtle } = webcrypto

/** @type {Record<string, any>} */
const HASHES = { md5, sha1, sha224, sha256, sha384, sha512 }

/** @param {string} name as OpenSSL takes it: sha256, SHA-256, RSA-SHA256 */
function hashNamed(name) {
  const short = name.toLowerCase().replace(/^rsa-/, '').replace(/^sha-/, 'sha')
  return HASHES[short]
}

/** @param {unknown} data @param {string} name @param {any} [encoding] */
function bytesOf(data, name, encoding) {
  if (typeof data === 'string') return Buffer.from(data, encoding)
  if (data instanceof ArrayBuffer) return Buffer.from(data)
  if (ArrayBuffer.isView(data)) {
    return Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  }
  throw invalidArgType(
    name,
    'of type string or an instance of Buffer, TypedArray, or DataView',
    data,
  )
}

/** What Hash and Hmac have in common: bytes go in, at the end comes a digest. */
class Digest extends Transform {
  #state
  #isDone = false

  /** @param {any} state of the library @param {object} [options] */
  constructor(state, options) {
    super(options)
    this.#state = state
  }

  /** @param {any} data @param {string} [encoding] */
  update(data, encoding) {
    if (this.#isDone) throw finalized()
    this.#state.update(bytesOf(data, 'data', encoding))
    return this
  }

  /** @param {string} [encoding] @returns {any} text with an encoding */
  digest(encoding) {
    if (this.#isDone) throw finalized()
    this.#isDone = true
    const digest = Buffer.from(this.#state.digest())
    return encoding && encoding !== 'buffer'
      ? digest.toString(encoding)
      : digest
  }

  /** The state of the library, to begin from. */
  fork() {
    if (this.#isDone) throw finalized()
    return this.#state.clone()
  }

  /** @param {any} chunk @param {string} encoding @param {() => void} done */
  _transform(chunk, encoding, done) {
    this.update(chunk, encoding === 'buffer' ? undefined : encoding)
    done()
  }

  /** @param {() => void} done */
  _flush(done) {
    this.push(this.digest())
    done()
  }
}

const finalized = () =>
  nodeError('ERR_CRYPTO_HASH_FINALIZED', 'Digest already called')

export class Hash extends Digest {
  /** @param {object} [options] */
  copy(options) {
    return new Hash(this.fork(), options)
  }
}

export class Hmac extends Digest {}

/** @param {string} algorithm @param {object} [options] */
export function createHash(algorithm, options) {
  checkString(algorithm, 'algorithm')
  const hash = hashNamed(algorithm)
  if (!hash) {
    throw new Error('Digest method not supported')
  }
  return new Hash(hash.create(), options)
}

/** @param {string} algorithm @param {any} key @param {object} [options] */
export function createHmac(algorithm, key, options) {
  checkString(algorithm, 'hmac')
  const bytes = bytesOf(key, 'key')
  const hash = hashNamed(algorithm)
  if (!hash) {
    throw typeError('ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`)
  }
  return new Hmac(hmac.create(hash, bytes), options)
}

/** @param {string} algorithm @param {any} data @param {string} [encoding] hex */
export const hash = (algorithm, data, encoding = 'hex') =>
  createHash(algorithm).update(data).digest(encoding)

export const getHashes = () => Object.keys(HASHES)

/** Bytes that a browser gives at once. */
const MOST_RANDOM = 65_536

/** @param {any} target @param {any} [offset] bytes @param {any} [size] bytes */
export function randomFillSync(target, offset = 0, size) {
  const all = bytesOf(target, 'buf')
  const part = all.subarray(
    offset,
    size === undefined ? undefined : offset + size,
  )
  for (let start = 0; start < part.length; start += MOST_RANDOM) {
    const { buffer, byteOffset } = part
    const length = Math.min(MOST_RANDOM, part.length - start)
    webcrypto.getRandomValues(
      new Uint8Array(
        /** @type {ArrayBuffer} */ (buffer),
        byteOffset + start,
        length,
      ),
    )
  }
  return target
}

/**
 * @param {number} size bytes
 * @param {(error: null, bytes: Buffer) => void} [callback]
 */
export function randomBytes(size, callback) {
  checkInteger(size, 'size', 0, 2 ** 31 - 1)
  const bytes = randomFillSync(Buffer.alloc(size))
  if (callback === undefined) return bytes
  checkFunction(callback, 'callback')
  poll(callback, null, bytes)
  return undefined
}

/**
 * @param {number} min
 * @param {any} [max] above all of them
 * @param {any} [callback]
 * @returns {number | undefined}
 */
export function randomInt(min, max, callback) {
  if (max === undefined || typeof max === 'function') {
    return randomInt(0, min, max)
  }
  checkInteger(min, 'min')
  checkInteger(max, 'max')
  if (max <= min) {
    throw rangeError(
      'ERR_OUT_OF_RANGE',
      'The value of "max" is out of range. It must be greater than the value ' +
        `of "min" (${min}). Received ${max}`,
    )
  }
  const value = min + randomBelow(max - min)
  if (!callback) return value
  poll(callback, undefined, value)
  return undefined
}

/** @param {number} range below 2 ** 48 */
function randomBelow(range) {
  const most = 2 ** 48 - (2 ** 48 % range)
  for (;;) {
    const value = randomFillSync(Buffer.alloc(6)).readUIntBE(0, 6)
    // The rest would make small numbers likelier.
    if (value < most) return value % range
  }
}

/** @returns {string} a version 4 UUID (RFC 9562 §5.4) */
export function randomUUID() {
  const bytes = randomFillSync(Buffer.alloc(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  const parts = [0, 8, 12, 16, 20].map((start, i, starts) =>
    hex.slice(start, starts[i + 1]),
  )
  return parts.join('-')
}

/** @template {ArrayBufferView<ArrayBuffer>} T @param {T} target */
export const getRandomValues = (target) => webcrypto.getRandomValues(target)

/** @param {any} a @param {any} b of the same length */
export function timingSafeEqual(a, b) {
  const [x, y] = [bytesOf(a, 'buf1'), bytesOf(b, 'buf2')]
  if (x.length !== y.length) {
    throw rangeError(
      'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
      'Input buffers must have the same byte length',
    )
  }
  return (
    x.reduce(
      (
        /** @type {number} */ difference,
        /** @type {number} */ byte,
        /** @type {number} */ i,
      ) => difference | (byte ^ y[i]),
      0,
    ) === 0
  )
}

export const createCipheriv = absent('crypto.createCipheriv')
export const createDecipheriv = absent('crypto.createDecipheriv')
export const createSign = absent('crypto.createSign')
export const createVerify = absent('crypto.createVerify')
export const generateKeyPair = absent('crypto.generateKeyPair')
export const generateKeyPairSync = absent('crypto.generateKeyPairSync')
export const hkdf = absent('crypto.hkdf')
export const hkdfSync = absent('crypto.hkdfSync')
export const pbkdf2 = absent('crypto.pbkdf2')
export const pbkdf2Sync = absent('crypto.pbkdf2Sync')
export const randomFill = absent('crypto.randomFill')
export const scrypt = absent('crypto.scrypt')
export const scryptSync = absent('crypto.scryptSync')
export const sign = absent('crypto.sign')
export const verify = absent('crypto.verify')

export default {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSign,
  createVerify,
  generateKeyPair,
  generateKeyPairSync,
  getHashes,
  getRandomValues,
  hash,
  Hash,
  hkdf,
  hkdfSync,
  Hmac,
  pbkdf2,
  pbkdf2Sync,
  randomBytes,
  randomFill,
  randomFillSync,
  randomInt,
  randomUUID,
  scrypt,
  scryptSync,
  sign,
  subtle,
  timingSafeEqual,
  verify,
  webcrypto,
}
