import { EventEmitter, once } from 'node:events'
import http from 'node:http'
import { Duplex, duplexPair } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createServer } from '../app/server.js'
import { VelocyError } from '../common/errors.js'
import { checkOptions, time } from '../common/options.js'

/** @import { Router } from '../app/router.js' */

/**
 * @typedef {object} InjectedRequest
 * @property {string} path The request target, such as `/users?page=2`.
 * @property {string} [method] Default: GET.
 * @property {Record<string, string | string[]>} [headers] Its fields.
 * @property {string | Uint8Array} [body] As it is sent.
 * @property {unknown} [json] A value to be sent as the body, in JSON.
 * @property {number} [timeout] How long the answer may take, in ms. Default:
 *   5000.
 */

/** What node:http's client checks by itself. */
const ANY = { expected: 'a value', allows: () => true }
const RULES = {
  path: ANY,
  method: ANY,
  headers: ANY,
  body: ANY,
  json: ANY,
  timeout: time(1),
}

/** What a server may ask of a socket, and a stream does not have. */
const SOCKET = {
  remoteAddress: '127.0.0.1',
  destroySoon: Duplex.prototype.end,
  setTimeout: () => SOCKET,
}

/**
 * Sends a request to a router without a port, and resolves to the answer, as
 * `fetch` does. A server reads the request and writes the answer, over a
 * connection in memory: the answer is the one that a client on a socket gets.
 *
 * @param {Router<any> | EventEmitter} target a server is one from createServer
 * @param {string | InjectedRequest} request a path alone is for GET
 * @returns {Promise<Response>} of the Fetch standard; its body is complete
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, ERR_VELOCY_NO_ANSWER
 * @throws {Error} ECONNRESET when the connection ends before the answer does
 */
export async function inject(target, request) {
  const given = typeof request === 'string' ? { path: request } : request
  const checked = checkOptions('inject', given, RULES)
  const { path, method = 'GET', json, timeout = 5000 } = checked
  const isJson = json !== undefined
  const type = isJson ? { 'content-type': 'application/json' } : {}
  const headers = { ...type, ...checked.headers }
  const server = target instanceof EventEmitter ? target : createServer(target)
  const [client, connection] = duplexPair()
  // Node.js 24.2 doesn't tell one side that the other is destroyed.
  connection.once('close', () => client.destroy())
  server.emit('connection', Object.assign(connection, SOCKET))
  const createConnection = () => client
  const outgoing = http.request({ path, method, headers, createConnection })
  const timer = setTimeout(() => {
    outgoing.destroy(noAnswer(`${method} ${path}`, timeout))
  }, timeout)
  try {
    outgoing.end(isJson ? JSON.stringify(json) : checked.body)
    const [incoming] = await once(outgoing, 'response')
    return toResponse(incoming, await buffer(incoming))
  } finally {
    clearTimeout(timer)
  }
}

/**
 * @param {http.IncomingMessage} incoming
 * @param {Buffer} body
 */
function toResponse({ statusCode, statusMessage, rawHeaders }, body) {
  const headers = new Headers()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    headers.append(rawHeaders[i], rawHeaders[i + 1])
  }
  // A Response with the status 204 or 304 refuses even an empty body.
  const content = body.length === 0 ? null : new Uint8Array(body)
  const fields = { status: statusCode, statusText: statusMessage, headers }
  return new Response(content, fields)
}

/**
 * @param {string} what
 * @param {number} timeout
 */
const noAnswer = (what, timeout) =>
  new VelocyError(
    'ERR_VELOCY_NO_ANSWER',
    `${what}: got no answer in ${timeout} ms, expected the handler to return ` +
      'one, or to end res',
  )
