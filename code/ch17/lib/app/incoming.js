import http from 'node:http'

/**
 * What a request is made of. For node:http, which gives it a socket, that is an
 * IncomingMessage; for our own engine it is nothing but an object, which is an
 * instance of IncomingMessage all the same.
 */
export class Incoming extends http.IncomingMessage {
  /** @param {import('node:net').Socket} [socket] */
  constructor(socket) {
    if (socket === undefined) return bare(new.target)
    super(socket)
  }
}

/**
 * @param {Function} Class
 * @returns {any} an instance that no constructor has seen
 */
export const bare = (Class) => Reflect.construct(Object, [], Class)
