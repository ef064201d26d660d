import { http } from '../common/node-http.js'

/** Makes an instance of a class without calling its constructor. */
const { construct } = /** @type {any} */ (Reflect)

/**
 * The base of a request. For node:http, which passes a socket, it is an
 * IncomingMessage. For our own engine it is an empty object, and an instance of
 * IncomingMessage all the same.
 */
export class Incoming extends http.IncomingMessage {
  /** @param {import('node:net').Socket} [socket] */
  constructor(socket) {
    if (socket === undefined) return construct(Object, [], new.target)
    super(socket)
  }
}

/** The base of a response: a ServerResponse for node:http, else empty. */
export class Outgoing extends http.ServerResponse {
  /** @param {[req?: any, options?: any]} args of node:http's */
  constructor(...args) {
    if (args.length === 0) return construct(Object, [], new.target)
    super(.../** @type {[any]} */ (args))
  }
}
