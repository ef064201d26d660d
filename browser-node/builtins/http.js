/**
 * node:http, as far as a server is concerned: see net.js. A program asks its
 * servers with `fetch`, or over a socket.
 */
import { absent, notInPage } from './errors.js'
import { METHODS, maxHeaderSize, STATUS_CODES } from './http/constants.js'
import { validateHeaderName, validateHeaderValue } from './http/errors.js'
import { IncomingMessage } from './http/incoming.js'
import { OutgoingMessage } from './http/outgoing.js'
import { createServer, Server, ServerResponse } from './http/server.js'

const Agent = absent('http.Agent')
const ClientRequest = absent('http.ClientRequest')
const get = absent('http.get')
const request = absent('http.request')
const setMaxIdleHTTPParsers = () => {}

export {
  Agent,
  ClientRequest,
  createServer,
  get,
  IncomingMessage,
  METHODS,
  maxHeaderSize,
  OutgoingMessage,
  request,
  Server,
  ServerResponse,
  STATUS_CODES,
  setMaxIdleHTTPParsers,
  validateHeaderName,
  validateHeaderValue,
}

const http = {
  Agent,
  ClientRequest,
  createServer,
  get,
  IncomingMessage,
  maxHeaderSize,
  METHODS,
  OutgoingMessage,
  request,
  Server,
  ServerResponse,
  setMaxIdleHTTPParsers,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
}

// Looked at, it says what a function would say that is called.
Object.defineProperty(http, 'globalAgent', {
  get() {
    throw notInPage('http.globalAgent')
  },
})

export default http
