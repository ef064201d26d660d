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

const get = (/** @type {string} */ target) =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/**
 * @param {string[]} chunks
 * @param {number} responses
 */
async function bodies(chunks, responses) {
  const bytes = await rawRequest(port, chunks, { responses })
  return parseResponses(bytes).map(({ text }) => text)
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
