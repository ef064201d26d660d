import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { createServer, Router } from '../../lib/index.js'

const file = process.env.EXERCISE ?? './exercise.js'
const { takeOrders } = await import(new URL(file, import.meta.url).href)

const LIMIT = 24

/**
 * What is answered to a body that comes in these pieces.
 *
 * @param {(string | Buffer)[]} pieces
 */
async function answersTo(pieces) {
  /** @type {unknown[]} */
  const orders = []
  /** @type {unknown[]} */
  const answers = []
  async function* body() {
    for (const piece of pieces) yield Buffer.from(piece)
  }
  const save = async (/** @type {unknown} */ order) => orders.push(order)
  try {
    for await (const text of takeOrders(body(), save, LIMIT)) {
      assert.match(text, /^.+\n$/, 'each answer is a line')
      answers.push(JSON.parse(text))
    }
  } catch (error) {
    if (error instanceof SyntaxError) assert.fail(`It threw: ${error.message}`)
    throw error
  }
  return { orders, answers }
}

test('each order has an answer', async () => {
  const { orders, answers } = await answersTo(['{"bags":1}\n{"bags":2}\n'])
  assert.deepEqual(orders, [{ bags: 1 }, { bags: 2 }])
  assert.deepEqual(answers, [{ number: 1 }, { number: 2 }])
})

test('it does not matter where the body is cut', async () => {
  const body = Buffer.from('{"name":"João"}\r\n{"bags":2}')
  for (let i = 1; i < body.length; i++) {
    const pieces = [body.subarray(0, i), body.subarray(i)]
    const { orders } = await answersTo(pieces)
    assert.deepEqual(orders, [{ name: 'João' }, { bags: 2 }], `cut at ${i}`)
  }
})

test('what is not JSON is answered, and the next line too', async () => {
  const { orders, answers } = await answersTo(['1\n\n{"bags":\nnull\n'])
  assert.deepEqual(orders, [1, null])
  const error = 'line 3: not JSON'
  assert.deepEqual(answers, [{ number: 1 }, { error }, { number: 2 }])
})

test('the limit is in bytes, and the end of the line is not counted', async () => {
  const line = JSON.stringify('é'.repeat(11))
  const fits = await answersTo([`${line}\r\n`, `${line}\n`, line])
  assert.deepEqual(fits.answers, [{ number: 1 }, { number: 2 }, { number: 3 }])
  const cut = await answersTo([`${line}\r`, '\n1'])
  assert.deepEqual(cut.answers, [{ number: 1 }, { number: 2 }])
  const error = `line 2: longer than ${LIMIT} bytes`
  for (const end of ['\n3\n', '\r\n3\n', '']) {
    const long = JSON.stringify(`${'é'.repeat(11)}a`)
    const { answers } = await answersTo([`1\n${long}${end}`])
    assert.deepEqual(answers, [{ number: 1 }, { error }])
  }
})

test('a line without an end is not collected', async () => {
  let given = 0
  let isReleased = false
  async function* endless() {
    try {
      for (; given < 1000; given++) yield Buffer.alloc(LIMIT / 4, 'x')
    } finally {
      isReleased = true
    }
  }
  const answers = []
  for await (const text of takeOrders(endless(), async () => 1, LIMIT)) {
    answers.push(text)
  }
  assert.deepEqual(answers, ['{"error":"line 1: longer than 24 bytes"}\n'])
  assert.ok(given <= 5, `it took ${given} pieces`)
  assert.ok(isReleased, 'the body was not let go')
})

test('an order is answered before the next one has been sent', async () => {
  const save = async (/** @type {any} */ { bags }) => bags
  const router = new Router().post('/orders', (req) =>
    takeOrders(req, save, LIMIT),
  )
  const server = createServer(router).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8')
  // A server that waits for the end is a wrong answer, not an accident.
  socket.setTimeout(3000, () => socket.destroy())
  let got = ''
  try {
    socket.write('POST /orders HTTP/1.1\r\nHost: a\r\nContent-Length: 22\r\n')
    socket.write('\r\n{"bags":4}\n')
    for await (const text of socket) {
      got += text
      if (got.includes('{"number":4}\n') && !got.includes('"number":5')) {
        socket.write('{"bags":5}\n')
      }
      if (got.includes('{"number":5}\n')) break
    }
  } catch {
    // What has come by then is looked at below.
  } finally {
    socket.destroy()
    server.closeAllConnections()
    server.close()
  }
  assert.match(got, /"number":4/, 'nothing came in time')
  assert.match(got, /"number":5/, 'the second order was not answered')
})
