/**
 * node:http, as far as a server is concerned: see http/server.js. A program
 * asks its servers with `fetch`, over a socket, or through `velocy/testing`.
 */
import { absent } from './errors.js'

export { METHODS, maxHeaderSize, STATUS_CODES } from './http/constants.js'
export { validateHeaderName, validateHeaderValue } from './http/errors.js'
export { IncomingMessage } from './http/incoming.js'
export { request } from './http/request.js'
export { ServerResponse } from './http/response.js'
export { createServer, Server } from './http/server.js'

export const Agent = absent('http.Agent')
export const get = absent('http.get')
