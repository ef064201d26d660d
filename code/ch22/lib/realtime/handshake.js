import { hash } from 'node:crypto'
import { VelocyError } from '../common/errors.js'
import { boolean, checkOptions, integer } from '../common/options.js'
import { hasBody } from '../http/content.js'
import { fieldOf, split } from '../http/fields.js'
import { isWelcome, ORIGINS } from '../middleware/csrf.js'
import { acceptDeflate } from './deflate.js'
import { WebSocket } from './web-socket.js'

/** @import { Socket } from 'node:net' */
/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */

/** What a key is answered with, hashed (RFC 6455 §1.3). */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** 16 bytes in Base64. */
const KEY = /^[+/\dA-Za-z]{22}==$/

const UPGRADE = { connection: 'Upgrade', upgrade: 'websocket' }

/**
 * Answers a request for a WebSocket (RFC 6455 §4.2), with the fields that `res`
 * has.
 *
 * @param {Request} req
 * @param {Response} res
 * @param {string[]} [origins] other origins whose pages may connect
 * @returns {Socket}
 * @throws {VelocyError} ERR_VELOCY_NO_WEBSOCKET, status 403, 426 or 503
 */
export function shakeHands(req, res, origins = []) {
  const { method, httpVersion, headers } = req
  const { 'sec-websocket-version': version, 'sec-websocket-key': key } = headers
  const has = (/** @type {string} */ name, /** @type {string} */ value) =>
    split(`${fieldOf(headers, name)}`.toLowerCase(), ',').includes(value)
  const isAsked = has('connection', 'upgrade') && has('upgrade', 'websocket')
  const isGet = method === 'GET' && httpVersion === '1.1' && !hasBody(headers)
  if (!isAsked || !isGet || version !== '13' || !KEY.test(`${key}`)) {
    const message = 'Got an ordinary request, expected a WebSocket, version 13'
    throw refusal(426, message, { ...UPGRADE, 'sec-websocket-version': '13' })
  }
  if (!isWelcome(req, origins)) {
    throw refusal(403, `Got a page of ${headers.origin}, expected our own`)
  }
  const isDue = res.socket?.readable && !res.headersSent
  if (!isDue) throw refusal(503, 'The answer is over, or not due yet')
  const accept = hash('sha1', key + GUID, 'base64')
  return res.upgrade({ ...UPGRADE, 'sec-websocket-accept': accept })
}

/**
 * @param {number} status
 * @param {string} message
 * @param {Record<string, string>} [headers]
 */
const refusal = (status, message, headers) =>
  new VelocyError('ERR_VELOCY_NO_WEBSOCKET', message, { status, headers })

/**
 * @typedef {object} WebSocketOptions
 * @property {string[]} [origins] Other origins whose pages may connect, such as
 *   `https://ferry.example`. Default: none.
 * @property {boolean} [deflate] Whether long messages are compressed if the
 *   client wants that, too (RFC 7692). Default: false.
 * @property {number} [maxMessage] Largest message, in bytes. Default: 1,048,576.
 * @property {number} [limit] How many bytes may wait for a client when the next
 *   message is sent to it; with more, it's cut off. Default: 1,048,576.
 */
const RULES = {
  origins: ORIGINS,
  deflate: boolean,
  maxMessage: integer(1, 2 ** 30),
  limit: integer(0, 2 ** 30),
}

/**
 * Accepts a WebSocket. Its answer has the fields that were set on `res`, such as
 * `Sec-WebSocket-Protocol`.
 *
 * @param {Request} req
 * @param {Response} res
 * @param {WebSocketOptions} [options]
 * @returns {WebSocket} which is open
 * @throws {VelocyError} ERR_VELOCY_NO_WEBSOCKET, status 403, 426 or 503;
 *   ERR_VELOCY_BAD_OPTION
 */
export function acceptWebSocket(req, res, options) {
  const settings = checkOptions('acceptWebSocket', options, RULES)
  if (settings.deflate) Object.assign(settings, acceptDeflate(req, res))
  const socket = shakeHands(req, res, settings.origins)
  return new WebSocket(req, socket, settings)
}
