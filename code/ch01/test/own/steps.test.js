import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { addressOf } from '../library.js'
import { parseResponses, rawRequest } from '../support.js'

/** Where a server tells that it listens. */
const listening = 'tracing:net.server.listen:asyncEnd'

const hey = 'GET /hey HTTP/1.1\r\nHost: x\r\n\r\n'
const hello = 'GET /hello HTTP/1.1\r\nHost: x\r\n\r\n'

/**
 * Starts a program that listens on the port in the environment: on a free one.
 *
 * @param {import('node:test').TestContext} t
 * @param {URL} program
 * @returns {Promise<number>} its port
 */
async function start(t, program) {
  const { PORT } = process.env
  t.mock.method(console, 'log', () => {})
  const { promise, resolve } = Promise.withResolvers()
  const tell = (/** @type {any} */ { server }) => resolve(server)
  subscribe(listening, tell)
  try {
    process.env.PORT = '0'
    await import(program.href)
    const server = await promise
    t.after(() => server.close())
    return server.address().port
  } finally {
    unsubscribe(listening, tell)
    if (PORT === undefined) delete process.env.PORT
    else process.env.PORT = PORT
  }
}

/** @param {Buffer} bytes @returns {string[]} status and body of each answer */
const answersIn = (bytes) =>
  parseResponses(bytes).map(({ status, text }) => `${status} ${text}`)

test('a mirror sends back what it hears, and closes', async (t) => {
  const port = await start(t, addressOf('steps/1-mirror.js'))
  const answer = await rawRequest(port, hello)
  assert.equal(String(answer), `HTTP/1.1 200 OK\r\n\r\n${hello}`)
})

test('with a length, a connection carries two answers', async (t) => {
  const port = await start(t, addressOf('steps/3-length.js'))
  const nowhere = hello.replace('hello', 'nowhere')
  const bytes = await rawRequest(port, [hello, nowhere], { responses: 2 })
  assert.deepEqual(answersIn(bytes), ['200 hello', '404 Not Found'])
})

test('a request that is cut in two gets one answer', async (t) => {
  const port = await start(t, addressOf('steps/4-buffer.js'))
  const pieces = [hello.slice(0, 8), hello.slice(8)]
  const bytes = await rawRequest(port, pieces)
  assert.deepEqual(answersIn(bytes), ['200 hello'])
})

test('two requests in one packet get two answers, in order', async (t) => {
  const port = await start(t, addressOf('steps/5-loop.js'))
  const bytes = await rawRequest(port, hey + hello, { responses: 2 })
  assert.deepEqual(answersIn(bytes), ['200 hey', '200 hello'])
})
