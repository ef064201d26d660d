import { isAnyArrayBuffer, isNativeError } from 'node:util/types'
import { VelocyError } from '../common/errors.js'
import { split, trimWhitespace } from '../http/fields.js'
import { BYTES, JSON_TYPE, send, TEXT } from '../http/send.js'
import { jsonOf, nameOf } from '../http/write-json.js'
import { isLost, release, sendEmpty, sendSource } from './stream.js'

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
  const status = res.statusCode
  if (typeof value === 'string') send(res, status, TEXT, value)
  else if (isResponse(value)) return sendResponse(value, res)
  else if (isSource(value)) return sendSource(value, res)
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

/** Fields of the connection it came on, not of ours (RFC 9110 §7.6.1). */
const HOPS =
  /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/

/** Codings that fetch() undoes, and whose field it keeps. */
const DECODED = /^(?:(?:x-)?gzip|deflate|br|zstd)$/

/**
 * Answers with a Response of the Fetch standard: one that a handler has made,
 * or one that fetch() has given it.
 *
 * @param {Response} response
 * @param {ServerResponse} res whose fields stay, unless the response has them
 * @returns {Promise<void> | undefined}
 */
function sendResponse(response, res) {
  const { body } = response
  res.statusCode = response.status
  res.statusMessage = response.statusText
  try {
    copyFields(response, res)
  } catch (error) {
    if (body) release(/** @type {any} */ (body))
    throw error
  }
  if (body) return sendSource(/** @type {any} */ (body), res)
  sendEmpty(res)
}

/**
 * @param {Response} response
 * @param {ServerResponse} res
 */
function copyFields({ headers, url }, res) {
  const encoding = headers.get('content-encoding')
  const codings = encoding?.toLowerCase().split(',').map(trimWhitespace)
  // One that was fetched has an address. Its body is no longer encoded.
  const isDecoded = url !== '' && codings?.every((name) => DECODED.test(name))
  const hops = split(headers.get('connection')?.toLowerCase() ?? '', ',')
  for (const [name, value] of headers) {
    if (HOPS.test(name) || hops.includes(name)) continue
    if (isDecoded && /^content-(?:encoding|length)$/.test(name)) continue
    // The one field that has several lines (RFC 6265 §3).
    if (name === 'set-cookie') res.appendHeader(name, value)
    else res.setHeader(name, value)
  }
}
