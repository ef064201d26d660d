import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { NetRequest } from '../lib/app/net-request.js'
import { NetResponse } from '../lib/app/net-response.js'
import { makeNetServer } from '../lib/engine/server.js'
import { handlers } from './17-handlers.js'

/** @param {any} server */
async function serve(server) {
  server.on('request', (/** @type {any} */ req, /** @type {any} */ res) =>
    handlers[req.url.slice(1)](req, res),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
}

/**
 * @param {net.Server} server
 * @param {string} start of the request: all of its first line
 */
async function ask(server, start) {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const client = net.connect(port, '127.0.0.1')
  client.end(`${start}\r\nHost: x\r\n\r\n`)
  return plain(await text(client))
}

/**
 * Their order and their case don't matter, and the date changes.
 *
 * @param {string} answer
 */
const plain = (answer) =>
  answer.replace(/(?<=^HTTP.*\r\n)(?:.+\r\n)+/gm, (lines) =>
    lines
      .replace(/^[^:]+/gm, (name) => name.toLowerCase())
      .replace(/^date: .*/m, 'date: now')
      .split(/(?<=\n)/)
      .sort()
      .join(''),
  )

const classes = { Request: NetRequest, Response: NetResponse }
const ours = makeNetServer({ ...classes, keepAliveTimeout: 5000 })
const theirs = http.createServer()
await serve(ours)
await serve(theirs)

let same = 0
for (const name of Object.keys(handlers)) {
  for (const method of ['GET', 'HEAD', 'POST']) {
    for (const version of ['1.1', '1.0']) {
      const start = `${method} /${name} HTTP/${version}`
      if ((await ask(ours, start)) === (await ask(theirs, start))) same++
      else console.log('differs:', start)
    }
  }
}
console.log('the same:', same)
console.log(await ask(ours, 'GET /pieces HTTP/1.1'))
console.log(await ask(theirs, 'GET /pieces HTTP/1.1'))
ours.close()
theirs.close()
