import { hash } from 'node:crypto'
import { isLost } from '../app/stream.js'
import { VelocyError } from '../common/errors.js'
import { hasBody } from '../http/content.js'
import { fieldOf, split } from '../http/fields.js'
import { isWelcome } from '../middleware/csrf.js'

/** @import { Socket } from 'node:net' */
/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */

/** What a key is answered with, hashed (RFC 6455 §1.3). */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** 16 bytes in Base64. */
const KEY = /^[+/\dA-Za-z]{22}==$/

const UPGRADE = { connection: 'Upgrade', upgrade: 'websocket' }

/**
 * @typedef {object} HandshakeOptions
 * @property {string[]} [origins] other origins whose pages may connect
 * @property {string[]} [protocols] subprotocols that we speak
 * @property {Record<string, string>} [fields] more of the answer
 */

/**
 * Answers a request for a WebSocket (RFC 6455 §4.2).
 *
 * @param {Request} req
 * @param {Response} res
 * @param {HandshakeOptions} [options]
 * @returns {{ socket: Socket, protocol: string }} the first of the client's
 *   subprotocols that we speak; '' is none
 * @throws {VelocyError} ERR_VELOCY_NO_WEBSOCKET, status 426, 400
 *   or 503; ERR_VELOCY_CROSS_ORIGIN, status 403
 */
export function shakeHands(req, res, options = {}) {
  const { origins = [], protocols = [], fields } = options
  const key = keyOf(req)
  if (isLost(res) || res.headersSent || !res.socket) {
    throw refusal(
      503,
      'Got an answer that is over or not due, expected a new one',
    )
  }
  if (!isWelcome(req, origins)) throw foreign(req.headers.origin)
  const asked = namesIn(req, 'sec-websocket-protocol')
  const protocol = asked.find((name) => protocols.includes(name)) ?? ''
  const socket = res.upgrade({
    ...UPGRADE,
    'sec-websocket-accept': hash('sha1', key + GUID, 'base64'),
    ...(protocol && { 'sec-websocket-protocol': protocol }),
    ...fields,
  })
  return { socket, protocol }
}

/** @param {Request} req @param {string} name of a field that is a list */
const namesIn = ({ headers }, name) => split(fieldOf(headers, name) ?? '', ',')

/**
 * @param {Request} req
 * @returns {string} the key of its client
 */
function keyOf(req) {
  const { method, httpVersion, headers } = req
  const has = (/** @type {string} */ name, /** @type {string} */ value) =>
    namesIn(req, name).some((one) => one.toLowerCase() === value)
  const isAsked = has('connection', 'upgrade') && has('upgrade', 'websocket')
  if (method !== 'GET' || httpVersion !== '1.1' || !isAsked) {
    throw refusal(426, 'Got an ordinary request, expected a WebSocket', UPGRADE)
  }
  const { 'sec-websocket-version': version, 'sec-websocket-key': key } = headers
  if (version !== '13') {
    const fields = { ...UPGRADE, 'sec-websocket-version': '13' }
    throw refusal(426, `Got WebSocket's version ${version}, not 13`, fields)
  }
  if (!KEY.test(`${key}`) || hasBody(headers)) {
    throw refusal(400, 'Got a bad key or a body, expected a key of 16 bytes')
  }
  return `${key}`
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
