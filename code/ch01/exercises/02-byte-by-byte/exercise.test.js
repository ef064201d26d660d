import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { parseResponses, rawRequest } from '../../test/support.js'

const file = process.env.EXERCISE ?? './exercise.js'
const { serve } = await import(new URL(file, import.meta.url).href)

const server = net.createServer((socket) => {
  socket.on('error', () => socket.destroy())
  serve(socket)
})
let port = 0
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = /** @type {net.AddressInfo} */ (server.address()).port
})
after(() => server.close())

/** The most bytes that a head may have. */
const LIMIT = 256

const get = (/** @type {string} */ target) =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** @param {number} size of the whole head of GET /hello, in bytes */
function getOfSize(size) {
  const [start, end] = ['GET /hello HTTP/1.1\r\na: ', '\r\n\r\n']
  return start + 'b'.repeat(size - start.length - end.length) + end
}

/**
 * @param {string[]} chunks
 * @param {number} responses
 */
async function bodies(chunks, responses) {
  const bytes = await rawRequest(port, chunks, { responses })
  return parseResponses(bytes).map(({ text }) => text)
}

/**
 * What comes back until the server closes.
 *
 * @param {string[]} chunks
 */
async function untilClose(chunks) {
  const options = { responses: Infinity, timeout: 1500 }
  const bytes = await rawRequest(port, chunks, options)
  return parseResponses(bytes).map(({ status }) => status)
}

const options = { timeout: 20_000 }

test('a request in one chunk is answered', options, async () => {
  assert.deepEqual(await bodies([get('/hello')], 1), ['hello'])
})

test('a request byte by byte gets one answer', options, async () => {
  const chunks = [...get('/hello'), get('/hey')]
  assert.deepEqual(await bodies(chunks, 2), ['hello', 'hey'])
})

test(
  'a request may be cut anywhere, even in its last CR LF',
  options,
  async () => {
    const whole = get('/hello')
    for (let cut = 1; cut < whole.length; cut++) {
      const chunks = [whole.slice(0, cut), whole.slice(cut), get('/hey')]
      assert.deepEqual(
        await bodies(chunks, 2),
        ['hello', 'hey'],
        `cut at ${cut}`,
      )
    }
  },
)

test('a chunk may end one request and begin the next', options, async () => {
  const both = get('/hello') + get('/hey')
  const cut = get('/hello').length + 5
  const chunks = [both.slice(0, 10), both.slice(10, cut), both.slice(cut)]
  assert.deepEqual(await bodies(chunks, 2), ['hello', 'hey'])
})

test('a head of exactly the limit is answered', options, async () => {
  const head = getOfSize(LIMIT)
  for (const chunks of [[head], [...head], [head.slice(0, -1), '\n']]) {
    assert.deepEqual(await bodies([...chunks, get('/hey')], 2), [
      'hello',
      'hey',
    ])
  }
})

test('a head of one byte more is refused, however cut', options, async () => {
  const head = getOfSize(LIMIT + 1)
  assert.deepEqual(await untilClose([head]), [431])
  assert.deepEqual(await untilClose([...head]), [431])
  for (let cut = LIMIT - 4; cut <= LIMIT; cut++) {
    const chunks = [head.slice(0, cut), head.slice(cut)]
    assert.deepEqual(await untilClose(chunks), [431], `cut at ${cut}`)
  }
})

test('a head without end is refused at the limit', options, async () => {
  const endless = getOfSize(LIMIT * 2).slice(0, LIMIT + 1)
  assert.deepEqual(await untilClose([endless]), [431])
})

test('the limit is on a head, not on a packet', options, async () => {
  const packet = get('/hello').repeat(20)
  const expected = Array.from({ length: 20 }, () => 'hello')
  assert.deepEqual(await bodies([packet], 20), expected)
})

test(
  'before a refusal all is answered, after it nothing',
  options,
  async () => {
    const packet = get('/hello') + getOfSize(LIMIT + 1) + get('/hey')
    assert.deepEqual(await untilClose([packet]), [200, 431])
    assert.deepEqual(await untilClose([packet, get('/hey')]), [200, 431])
  },
)
