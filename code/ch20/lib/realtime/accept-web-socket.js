import { hash } from 'node:crypto'
import { VelocyError } from '../common/errors.js'
import { boolean, checkOptions, integer } from '../common/options.js'
import { hasBody } from '../http/content.js'
import { fieldOf, isToken, split } from '../http/fields.js'
import { isWelcome, ORIGINS } from '../middleware/origins.js'
import { acceptDeflate, PackedWebSocket } from './deflate.js'
import { WebSocket } from './web-socket.js'

/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */

/**
 * @typedef {object} WebSocketOptions
 * @property {string[]} [origins] Other origins whose pages may connect, such as
 *   `https://ferry.example`. Default: none.
 * @property {string[]} [protocols] Subprotocols that we speak. The first of the
 *   client's that is among them is the one (RFC 6455 §1.9). Default: none.
 * @property {boolean} [deflate] Whether long messages are compressed if the
 *   client wants that, too (RFC 7692). Default: false.
 * @property {number} [maxMessage] Largest message, in bytes. Default: 1,048,576.
 * @property {number} [limit] How many bytes may wait for a client when the next
 *   message is sent to it; with more, it's cut off. Default: 1,048,576.
 * @property {number} [heartbeat] A client that has been quiet for so long is
 *   pinged, and cut off when it's quiet for as long again, in ms; 0: never.
 *   Default: 30,000.
 */
const RULES = {
  origins: ORIGINS,
  protocols: {
    expected: "an array of names, such as ['radio']",
    allows: (/** @type {unknown} */ names) =>
      Array.isArray(names) && names.every(isToken),
  },
  deflate: boolean,
  maxMessage: integer(1, 2 ** 30),
  limit: integer(0, 2 ** 30),
  heartbeat: integer(0, 2 ** 31 - 1),
}
const DEFAULTS = {
  maxMessage: 1024 * 1024,
  limit: 1024 * 1024,
  heartbeat: 30_000,
}

/** Makes the answer to a key (RFC 6455 §1.3). */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** 16 bytes in Base64. */
const KEY = /^[+/\dA-Za-z]{22}==$/

const UPGRADE = { connection: 'Upgrade', upgrade: 'websocket' }

/**
 * Answers a request for a WebSocket (RFC 6455 §4.2).
 *
 * @param {Request} req
 * @param {Response} res
 * @param {WebSocketOptions} [options]
 * @returns {WebSocket} which is open
 * @throws {VelocyError} ERR_VELOCY_NO_WEBSOCKET, status 426 or 400;
 *   ERR_VELOCY_CROSS_ORIGIN, status 403; ERR_VELOCY_BAD_OPTION
 */
export function acceptWebSocket(req, res, options) {
  const checked = checkOptions('acceptWebSocket', options, RULES)
  const { origins = [], protocols = [], ...settings } = checked
  const key = keyOf(req)
  if (!isWelcome(req, origins)) throw foreign(req.headers.origin)
  const asked = namesIn(req, 'sec-websocket-protocol')
  const protocol = asked.find((name) => protocols.includes(name)) ?? ''
  const extensions = fieldOf(req.headers, 'sec-websocket-extensions')
  const agreed = settings.deflate ? acceptDeflate(extensions) : null
  const socket = res.upgrade({
    ...UPGRADE,
    'sec-websocket-accept': hash('sha1', key + GUID, 'base64'),
    ...(protocol && { 'sec-websocket-protocol': protocol }),
    ...(agreed && { 'sec-websocket-extensions': agreed.extension }),
  })
  const all = { ...DEFAULTS, ...settings }
  if (agreed) return new PackedWebSocket(req, socket, protocol, all, agreed)
  return new WebSocket(req, socket, protocol, all)
}

/** @param {Request} req @param {string} name of a field with a list */
const namesIn = (req, name) => split(fieldOf(req.headers, name) ?? '', ',')

/**
 * @param {Request} req
 * @returns {string}
 */
function keyOf(req) {
  const { method, headers, httpVersion } = req
  const has = (/** @type {string} */ name, /** @type {string} */ value) =>
    namesIn(req, name).some((one) => one.toLowerCase() === value)
  const isAsked = has('connection', 'upgrade') && has('upgrade', 'websocket')
  if (method !== 'GET' || httpVersion !== '1.1' || !isAsked) {
    throw refusal(426, 'Got no request for a WebSocket, expected one', UPGRADE)
  }
  const version = headers['sec-websocket-version']
  if (version !== '13') {
    const fields = { ...UPGRADE, 'sec-websocket-version': '13' }
    throw refusal(
      426,
      `Got version ${version} of WebSocket, expected 13`,
      fields,
    )
  }
  const key = fieldOf(headers, 'sec-websocket-key') ?? ''
  if (!KEY.test(key) || hasBody(headers)) {
    throw refusal(400, 'Got a bad key or a body, expected a key of 16 bytes')
  }
  return key
}

/**
 * @param {number} status
 * @param {string} message
 * @param {Record<string, string>} [headers]
 */
const refusal = (status, message, headers) =>
  new VelocyError('ERR_VELOCY_NO_WEBSOCKET', message, { status, headers })

/** @param {string | undefined} origin */
const foreign = (origin = 'another origin') =>
  new VelocyError(
    'ERR_VELOCY_CROSS_ORIGIN',
    `Got a WebSocket for a page of ${origin}, expected one of our own`,
    { status: 403 },
  )
