// node --expose-gc steps/11-weight.js
import http from 'node:http'
import net from 'node:net'
import { NetRequest } from '../lib/app/net-request.js'
import { Request } from '../lib/app/request.js'

const COUNT = 2000

/**
 * Says how many bytes each of them takes on the heap, to the nearest fifty.
 *
 * @param {string} label
 * @param {() => unknown} make
 */
function weigh(label, make) {
  const kept = new Array(COUNT)
  const sizes = []
  for (let round = 0; round < 7; round++) {
    kept.fill(null)
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    for (let i = 0; i < COUNT; i++) kept[i] = make()
    globalThis.gc?.()
    sizes.push((process.memoryUsage().heapUsed - before) / COUNT)
  }
  // The first rounds also weigh what V8 compiles.
  const each = sizes.sort((a, b) => a - b)[3]
  console.log(label.padEnd(28), Math.round(each / 50) * 50)
}

const socket = new net.Socket()
const text = 'Host: localhost\r\nAccept: */*\r\nUser-Agent: curl\r\n'
const start = { method: 'GET', target: '/hey', minor: 1 }
const head = /** @type {any} */ ({ ...start, text, hasBody: false })
const connection = /** @type {any} */ ({ socket })

weigh('IncomingMessage', () => new http.IncomingMessage(socket))
weigh('our Request on it', () => new Request(socket))
weigh('our Request on our engine', () => new NetRequest(connection, head))
