import { split, trimWhitespace } from '../http/fields.js'
import { release, sendEmpty, sendSource } from './stream.js'

/** @import { ServerResponse } from 'node:http' */

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
export function sendResponse(response, res) {
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
