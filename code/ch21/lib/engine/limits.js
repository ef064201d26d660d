import { http } from '../common/node-http.js'

/**
 * What a client may take: bytes, and time in ms, where 0 is for ever.
 *
 * @typedef {object} Limits
 * @property {number} maxHeaderSize the head of a request, in bytes
 * @property {number} maxHeadersCount the fields in it
 * @property {number} maxRequestsPerSocket before the connection ends; 0 is any
 *   number
 * @property {number} headersTimeout from the first byte of a head to its last
 * @property {number} requestTimeout from the same byte to the last of the body
 * @property {number} keepAliveTimeout between an answer and the next request
 * @property {number} sendTimeout for the client to take a megabyte of an answer
 * @property {number} closeTimeout from close() until what is under way is cut;
 *   0 is at once
 */

/** @type {Readonly<Limits>} */
export const LIMITS = Object.freeze({
  // Node.js's own default, which its option --max-http-header-size sets.
  maxHeaderSize: http.maxHeaderSize,
  maxHeadersCount: 2000,
  maxRequestsPerSocket: 0,
  headersTimeout: 60_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 5000,
  sendTimeout: 120_000,
  closeTimeout: 1000,
})
