import { isAnyArrayBuffer, isNativeError } from 'node:util/types'
import { VelocyError } from '../common/errors.js'
import { BYTES, JSON_TYPE, send, TEXT } from '../http/send.js'
import { jsonOf, nameOf } from '../http/write-json.js'
import { isLost, release, sendSource } from './stream.js'
import { sendResponse } from './web-response.js'

/** @import { ServerResponse } from 'node:http' */

/** @typedef {{ toString: () => string }} Owner of a handler, for messages */

/**
 * Answers with what a handler has returned. A status and fields that it has set
 * before stay.
 *
 * @param {any} value
 * @param {ServerResponse} res
 * @param {Owner} owner
 * @returns {Promise<void> | undefined} a promise when the answer takes a while
 * @throws {VelocyError} ERR_VELOCY_BAD_ANSWER, ERR_VELOCY_ANSWERED
 * @throws the value, when it is an Error
 */
export function answer(value, res, owner) {
  if (value === undefined || value === res) return
  // As if it had been thrown: JSON would make {} of it.
  if (isNativeError(value) || value instanceof Error) throw value
  if (isLost(res)) return discard(value)
  if (res.headersSent) return tooLate(value, owner)
  if (isResponse(value)) return sendResponse(value, res)
  if (isSource(value)) return sendSource(value, res)
  const status = res.statusCode
  if (typeof value === 'string') send(res, status, TEXT, value)
  else if (ArrayBuffer.isView(value) || isAnyArrayBuffer(value)) {
    send(res, status, BYTES, bytesOf(value))
  } else send(res, status, JSON_TYPE, jsonFor(value, owner))
}

/** @param {any} value */
const isSource = (value) =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/**
 * Whether it is a Response of the Fetch standard, or of one of the packages
 * that had it before Node.js.
 *
 * @param {any} value
 */
const isResponse = (value) => value?.[Symbol.toStringTag] === 'Response'

/** @param {ArrayBufferView | ArrayBufferLike} value */
const bytesOf = (value) =>
  ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value)

/**
 * @param {unknown} value
 * @param {Owner} owner
 */
function jsonFor(value, owner) {
  try {
    return jsonOf(value)
  } catch (cause) {
    throw new VelocyError(
      'ERR_VELOCY_BAD_ANSWER',
      `${owner}: the handler returned ${nameOf(value)}, expected a string, ` +
        'bytes, a Response, a stream, what JSON can express, or nothing when ' +
        'it answers with res',
      { cause },
    )
  }
}

/**
 * The answer has begun already.
 *
 * @param {any} value
 * @param {Owner} owner
 * @returns {undefined}
 */
function tooLate(value, owner) {
  discard(value)
  // What `return res.write(…)` and `return clients.push(res)` return.
  if (typeof value === 'boolean' || typeof value === 'number') return
  throw new VelocyError(
    'ERR_VELOCY_ANSWERED',
    `${owner}: the handler returned ${nameOf(value)} after it had begun to ` +
      'answer, expected nothing',
  )
}

/**
 * Ends a source that nobody will read.
 *
 * @param {any} value
 * @returns {undefined}
 */
function discard(value) {
  const source = isResponse(value) ? value.body : value
  if (isSource(source)) release(source)
}
