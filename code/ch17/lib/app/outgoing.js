import http from 'node:http'
import { bare } from './incoming.js'

/**
 * What a response is made of. For node:http, which gives it a request, that is
 * a ServerResponse; for our own engine it is nothing but an object, which is an
 * instance of ServerResponse all the same.
 */
export class Outgoing extends http.ServerResponse {
  /** @param {[req?: any, options?: any]} args of node:http's */
  constructor(...args) {
    if (args.length === 0) return bare(new.target)
    super(.../** @type {[any]} */ (args))
  }
}
