/**
 * What a client may take: bytes, and time in ms, where 0 is for ever.
 *
 * @typedef {object} Limits
 * @property {number} maxHeaderSize the head of a request, in bytes
 * @property {number} maxHeadersCount the fields in it
 * @property {number} headersTimeout from the first byte of a head to its last
 * @property {number} requestTimeout from the same byte to the last of the body
 * @property {number} keepAliveTimeout between an answer and the next request
 * @property {number} sendTimeout while the client takes nothing of an answer, or
 *   up to twice that
 * @property {number} maxRequestsPerSocket before a connection ends; 0 is any
 *   number
 * @property {number} closeTimeout from close() until what is under way is cut;
 *   0 is at once
 */

/** @type {Readonly<Limits>} */
export const LIMITS = Object.freeze({
  maxHeaderSize: 16_384,
  maxHeadersCount: 2000,
  headersTimeout: 60_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 5000,
  sendTimeout: 60_000,
  maxRequestsPerSocket: 0,
  closeTimeout: 1000,
})
