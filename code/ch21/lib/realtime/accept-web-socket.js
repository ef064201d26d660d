import { boolean, checkOptions, integer } from '../common/options.js'
import { fieldOf, isToken } from '../http/fields.js'
import { ORIGINS } from '../middleware/origins.js'
import { acceptDeflate } from './deflate.js'
import { shakeHands } from './handshake.js'
import { WebSocket } from './web-socket.js'

/** @import { VelocyError } from '../common/errors.js' */
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

/**
 * Accepts a WebSocket.
 *
 * @param {Request} req
 * @param {Response} res
 * @param {WebSocketOptions} [options]
 * @returns {WebSocket} which is open
 * @throws {VelocyError} ERR_VELOCY_NO_WEBSOCKET, status 426, 400 or 503;
 *   ERR_VELOCY_CROSS_ORIGIN, status 403; ERR_VELOCY_BAD_OPTION
 */
export function acceptWebSocket(req, res, options) {
  const checked = checkOptions('acceptWebSocket', options, RULES)
  const { origins, protocols, ...settings } = checked
  const offers = fieldOf(req.headers, 'sec-websocket-extensions')
  const agreed = checked.deflate ? acceptDeflate(offers) : null
  const { socket, protocol } = shakeHands(req, res, {
    origins,
    protocols,
    fields: agreed ? { 'sec-websocket-extensions': agreed.extension } : {},
  })
  const limits = { ...DEFAULTS, ...settings }
  if (agreed) return new WebSocket(req, socket, protocol, limits, agreed)
  return new WebSocket(req, socket, protocol, limits)
}
