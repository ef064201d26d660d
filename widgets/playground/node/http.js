/** node:http among the servers and clients of one program: see net.js. */
import {
  Agent,
  ClientRequest,
  get,
  globalAgent,
  request,
} from './http/client.js'
import { METHODS, maxHeaderSize, STATUS_CODES } from './http/constants.js'
import { validateHeaderName, validateHeaderValue } from './http/errors.js'
import { IncomingMessage } from './http/incoming.js'
import { OutgoingMessage } from './http/outgoing.js'
import { createServer, Server, ServerResponse } from './http/server.js'

const setMaxIdleHTTPParsers = () => {}

export {
  Agent,
  ClientRequest,
  createServer,
  get,
  globalAgent,
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

export default {
  Agent,
  ClientRequest,
  createServer,
  get,
  globalAgent,
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
