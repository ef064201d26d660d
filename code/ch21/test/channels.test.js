import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { test } from 'node:test'
import { library } from './library.js'
import { serveRouter } from './serving.js'
import { within } from './support.js'

const { Router } = await library('lib/index.js')

// What tools that watch a server listen to: node:http's own channels.
const CHANNELS = [
  'http.server.response.created',
  'http.server.request.start',
  'http.server.response.finish',
]

/** Long enough that it would not be sent at once. */
const LONG = 'x'.repeat(100_000)

/** Answers each request, and notes what was published about it. */
async function watch(/** @type {any} */ t) {
  /** @type {string[]} */
  const seen = []
  const router = new Router()
  router.get('/', () => 'here')
  router.post('/', (/** @type {any} */ req) => req.text())
  router.get('/long', () => LONG)
  router.get('/never', () => new Promise(() => {}))
  const app = await serveRouter(t, router)
  for (const name of CHANNELS) {
    const note = (/** @type {any} */ message) => {
      const { request, response, socket, server } = message
      const isCreated = name.endsWith('created')
      assert.ok(request instanceof http.IncomingMessage)
      assert.ok(response instanceof http.ServerResponse)
      assert.equal(socket instanceof net.Socket, !isCreated)
      assert.equal(server === undefined, isCreated)
      const status = name.endsWith('finish') ? ` ${response.statusCode}` : ''
      seen.push(`${name.split('.').at(-1)} ${request.url}${status}`)
    }
    subscribe(name, note)
    t.after(() => unsubscribe(name, note))
  }
  return { app, seen }
}

/** Sends bytes, and resolves with the answers when the server hangs up. */
async function talk(
  /** @type {any} */ { port, host },
  /** @type {string} */ text,
) {
  const socket = net.connect(port, host).setEncoding('latin1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(text)
  await within(once(socket, 'close'), 'the server to close the connection')
  return answer
}

const END = 'Host: a\r\nConnection: close\r\n\r\n'

/** @param {string} path @param {number} status */
const whole = (path, status) => [
  `created ${path}`,
  `start ${path}`,
  `finish ${path} ${status}`,
]

test('each request is announced, and told when it has its answer', async (t) => {
  const { app, seen } = await watch(t)
  await talk(app, `GET / HTTP/1.1\r\n${END}`)
  await talk(app, `GET /nowhere HTTP/1.1\r\n${END}`)
  await talk(app, `HEAD /long HTTP/1.1\r\n${END}`)
  await talk(app, `GET /long HTTP/1.0\r\n\r\n`)
  await talk(app, `POST / HTTP/1.1\r\nContent-Length: 2\r\n${END}hi`)
  assert.deepEqual(seen, [
    ...whole('/', 200),
    ...whole('/nowhere', 404),
    ...whole('/long', 200),
    ...whole('/long', 200),
    ...whole('/', 200),
  ])
})

test('so are requests that no handler gets', async (t) => {
  const { app, seen } = await watch(t)
  await talk(app, 'GET /?1 HTTP/1.1\r\nConnection: close\r\n\r\n')
  await talk(app, `GET /?2 HTTP/1.1\r\nExpect: a miracle\r\n${END}`)
  assert.deepEqual(seen, [...whole('/?1', 400), ...whole('/?2', 417)])
})

test('requests in one packet are announced in their order', async (t) => {
  const { app, seen } = await watch(t)
  await talk(
    app,
    `GET /?1 HTTP/1.1\r\nHost: a\r\n\r\nGET /?2 HTTP/1.1\r\n${END}`,
  )
  const of = (/** @type {string} */ word) =>
    seen.filter((line) => line.startsWith(word))
  assert.deepEqual(of('start'), ['start /?1', 'start /?2'])
  assert.deepEqual(of('finish'), ['finish /?1 200', 'finish /?2 200'])
})

test('bytes that are no request are not announced', async (t) => {
  const { app, seen } = await watch(t)
  assert.match(await talk(app, 'nonsense\r\n\r\n'), /^HTTP\/1.1 400 /)
  assert.deepEqual(seen, [])
})

test('an answer that its client does not wait for is not finished', async (t) => {
  const { app, seen } = await watch(t)
  const socket = net.connect(app.port, app.host)
  const started = new Promise((resolve) => {
    const name = 'http.server.request.start'
    const begin = (/** @type {any} */ { response }) => resolve(response)
    subscribe(name, begin)
    t.after(() => unsubscribe(name, begin))
  })
  socket.write('GET /never HTTP/1.1\r\nHost: a\r\n\r\n')
  const response = /** @type {any} */ (await within(started, 'the request'))
  socket.destroy()
  await within(once(response, 'close'), 'the response to be closed')
  assert.deepEqual(seen, ['created /never', 'start /never'])
})

test('a tool that wraps the emit of node:http sees each request', async (t) => {
  const { app } = await watch(t)
  const { emit } = http.Server.prototype
  /** @type {string[]} */
  const seen = []
  t.after(() => {
    http.Server.prototype.emit = emit
  })
  /** @this {any} @param {any[]} args */
  http.Server.prototype.emit = function (...args) {
    if (args[0] === 'request') seen.push(args[1].url)
    return Reflect.apply(emit, this, args)
  }
  await talk(app, `GET /?1 HTTP/1.1\r\n${END}`)
  const head = 'POST /?2 HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2'
  const answers = await talk(app, `${head}\r\n${END}hi`)
  assert.match(answers, /^HTTP\/1.1 100 .*HTTP\/1.1 200 .*hi$/s)
  assert.deepEqual(seen, ['/?1', '/?2'])
})
