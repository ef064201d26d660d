import { http } from '../common/node-http.js'

/**
 * Why a request is refused. It's a plain value, so that a bad client doesn't
 * cost us a stack trace each time.
 *
 * @typedef {object} Refusal
 * @property {number} status
 * @property {string} code node:http's own where it has one for this: programs
 *   that listen for 'clientError' know them
 * @property {string} detail never quotes what the client has sent
 */

/**
 * @param {Refusal} refusal
 * @returns {string} the whole answer, after which the connection closes
 */
export function answerOf({ status, detail }) {
  const head = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${detail.length + 1}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${detail}\n`
}

/** @type {Readonly<Refusal>} */
export const BAD_HOST = {
  status: 400,
  code: 'ERR_VELOCY_BAD_HOST',
  detail: 'Bad Host: expected one, with a host and a port',
}

/** @type {Readonly<Refusal>} */
export const TIMEOUT = {
  status: 408,
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
  detail: 'The request took too long',
}
/** @type {Readonly<Refusal>} */
export const CUT_SHORT = {
  status: 400,
  code: 'HPE_INVALID_EOF_STATE',
  detail: 'The request has no end',
}
/** @type {Readonly<Refusal>} */
export const UNKNOWN_EXPECTATION = {
  status: 417,
  code: 'ERR_VELOCY_UNKNOWN_EXPECTATION',
  detail: 'Unknown expectation: expected 100-continue',
}
