/**
 * What the JavaScript of a request takes: a server whose requests come from
 * memory, and whose answers go nowhere. No kernel takes part, and the stream
 * that stands in for the socket costs every contender the same.
 *
 *     DURATION=3 node loop.js net|http|node-http
 */
import assert from 'node:assert/strict'
import http from 'node:http'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'
import { freshRequest } from './request.js'

/** Requests with `N` for what is never the same. */
const REQUESTS = {
  hello: ['GET /hello HTTP/1.1', 'Host: localhost:8080'],
  json: ['GET /bench/NNNNNNNN?id=NNNN HTTP/1.1', 'Host: localhost:8080'],
  browser: [
    'GET /bench/NNNNNNNN?id=NNNN HTTP/1.1',
    'Host: www.example.com',
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
    'Accept: text/html,application/xhtml+xml,*/*;q=0.8',
    'Accept-Language: pt-BR,pt;q=0.9,en;q=0.8',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Connection: keep-alive',
    'Cookie: session=NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN; theme=dark',
    'Sec-Fetch-Dest: document',
    'Sec-Fetch-Mode: navigate',
    'Sec-Fetch-Site: none',
  ],
}

/** How many requests are made, and then timed, at once. */
const BATCH = 1000

/** Stands in for a socket: counts answers, and keeps the last. */
class Memory extends Duplex {
  last = ''
  answers = 0
  bytesRead = 0
  bytesWritten = 0

  /** @override Requests are pushed. */
  _read() {}

  /**
   * @override
   * @param {Buffer | string} chunk
   * @param {BufferEncoding} _encoding
   * @param {() => void} done
   */
  _write(chunk, _encoding, done) {
    this.last = String(chunk)
    this.answers++
    done()
  }

  setTimeout() {
    return this
  }

  setNoDelay() {
    return this
  }
}

/** @param {'net' | 'http'} engine */
function velocy(engine) {
  const router = new Router()
  router.get('/hello', () => 'hello')
  router.get('/bench/:name', (req, res) => {
    const id = req.queryParams.get('id')
    res.json({ name: req.params.name, id })
  })
  return createServer(router.compile(), { engine })
}

/** The same answers by hand: no router, no query, no other path. */
const bare = () =>
  http.createServer((req, res) => {
    const url = req.url ?? ''
    const isHello = url === '/hello'
    const mark = url.indexOf('?id=')
    const text = isHello
      ? 'hello'
      : JSON.stringify({ name: url.slice(7, mark), id: url.slice(mark + 4) })
    res.writeHead(200, {
      'content-type': isHello
        ? 'text/plain; charset=utf-8'
        : 'application/json',
      'content-length': Buffer.byteLength(text),
    })
    res.end(text)
  })

/** @type {Record<string, () => import('node:http').Server>} */
const contenders = {
  net: () => velocy('net'),
  http: () => velocy('http'),
  'node-http': bare,
}

/**
 * One after the other: the next request comes when all that the last one has
 * left for later is done.
 *
 * @param {Memory} socket
 * @param {Buffer[]} requests
 * @returns {Promise<number>} nanoseconds per request
 */
async function timePerRequest(socket, requests) {
  socket.answers = 0
  const begin = process.hrtime.bigint()
  await new Promise((resolve) => {
    let i = 0
    const next = () => {
      if (i === requests.length) return resolve(undefined)
      socket.push(requests[i++])
      process.nextTick(next)
    }
    next()
  })
  const spent = Number(process.hrtime.bigint() - begin)
  assert.equal(socket.answers, requests.length)
  return spent / requests.length
}

/**
 * @param {import('node:http').Server} server
 * @param {string[]} lines
 * @param {number} seconds
 * @returns {Promise<{ time: number, last: string }>} nanoseconds per request,
 *   the median of the batches; the last answer
 */
async function measure(server, lines, seconds) {
  const socket = new Memory()
  server.emit('connection', socket)
  await nextTurn()
  /** @type {number[]} */
  const times = []
  const begin = performance.now()
  // In the first third, V8 still compiles.
  const warm = begin + seconds * 333
  while (times.length < 5 || performance.now() < begin + seconds * 1000) {
    const requests = Array.from({ length: BATCH }, () => freshRequest(lines))
    const time = await timePerRequest(socket, requests)
    if (performance.now() > warm) times.push(time)
  }
  socket.destroy()
  const sorted = times.sort((a, b) => a - b)
  return { time: sorted[sorted.length >> 1], last: socket.last }
}

const [contender] = process.argv.slice(2)
const make = contenders[contender]
if (!make) {
  const names = Object.keys(contenders).join(', ')
  throw new Error(`got ${contender}, expected one of ${names}`)
}
const server = make()
const seconds = Number(process.env.DURATION ?? 3) / 3
/** @type {Record<string, number>} */
const figures = {}
for (const [name, lines] of Object.entries(REQUESTS)) {
  const { time, last } = await measure(server, lines, seconds)
  const [head, body] = last.split('\r\n\r\n')
  assert.match(head, /^HTTP\/1\.1 200 /)
  assert.match(body, name === 'hello' ? /^hello$/ : /^{"name":"[a-z]{8}","id"/)
  figures[`ns.${name}`] = time
}
console.log(JSON.stringify(figures))
process.exit()
