/** node:crypto: hashes and random bytes. */
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { Buffer } from './buffer.js'
import {
  absent,
  checkInteger,
  checkString,
  invalidArgType,
  nodeError,
} from './errors.js'

export const webcrypto = globalThis.crypto
export const { subtle } = webcrypto

/** @type {Record<string, any>} */
const HASHES = { md5, sha1, sha256, sha384, sha512 }

/** @param {unknown} data @param {any} [encoding] */
function bytesOf(data, encoding) {
  if (typeof data === 'string') return Buffer.from(data, encoding)
  if (ArrayBuffer.isView(data)) {
    return Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  }
  throw invalidArgType(
    'data',
    'of type string or an instance of Buffer, TypedArray, or DataView',
    data,
  )
}

class Hash {
  #state
  #isDone = false

  /** @param {any} state of the library */
  constructor(state) {
    this.#state = state
  }

  /** @param {any} data @param {string} [encoding] */
  update(data, encoding) {
    this.#check()
    this.#state.update(bytesOf(data, encoding))
    return this
  }

  /** @param {string} [encoding] @returns {any} text with an encoding */
  digest(encoding) {
    this.#check()
    this.#isDone = true
    const digest = Buffer.from(this.#state.digest())
    return encoding && encoding !== 'buffer'
      ? digest.toString(encoding)
      : digest
  }

  #check() {
    if (!this.#isDone) return
    throw nodeError('ERR_CRYPTO_HASH_FINALIZED', 'Digest already called')
  }
}

/** @param {string} algorithm */
export function createHash(algorithm) {
  checkString(algorithm, 'algorithm')
  const found = HASHES[algorithm.toLowerCase().replace(/^sha-/, 'sha')]
  if (!found) throw new Error('Digest method not supported')
  return new Hash(found.create())
}

/** @param {string} algorithm @param {any} data @param {string} [encoding] hex */
export const hash = (algorithm, data, encoding = 'hex') =>
  createHash(algorithm).update(data).digest(encoding)

/** @param {number} size bytes */
export function randomBytes(size) {
  checkInteger(size, 'size', 0, 65_536)
  return Buffer.from(webcrypto.getRandomValues(new Uint8Array(size)))
}

/** @returns {string} a version 4 UUID (RFC 9562 §5.4) */
export function randomUUID() {
  const bytes = randomBytes(16)
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  return bytes
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

export const createHmac = absent('crypto.createHmac')
export const pbkdf2 = absent('crypto.pbkdf2')
export const randomInt = absent('crypto.randomInt')
export const scrypt = absent('crypto.scrypt')
export const timingSafeEqual = absent('crypto.timingSafeEqual')
