import http from 'node:http'
import net from 'node:net'
import { NetResponse } from '../lib/app/net-response.js'

const req = new http.IncomingMessage(new net.Socket())
const res = new http.ServerResponse(req)

/** @type {(maker: any, last?: any) => string[]} with those above it */
const membersOf = (maker, last = Object.prototype) =>
  maker === last
    ? []
    : [
        ...Object.getOwnPropertyNames(maker),
        ...membersOf(Object.getPrototypeOf(maker), last),
      ]

const theirs = new Set([...Object.keys(res), ...membersOf(res)])
console.log(theirs.size, 'members')

const connection = /** @type {any} */ ({ socket: req.socket, mayStay: true })
const answer = new NetResponse(connection, /** @type {any} */ (req))
const { prototype } = http.ServerResponse
const ours = new Set(membersOf(answer, prototype))
console.log([...theirs].filter((name) => ours.has(name)).length, 'of them ours')
