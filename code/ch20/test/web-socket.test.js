import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { library } from './library.js'
import { serveRouter } from './serving.js'
import { within } from './support.js'

const { Router } = await library('lib/index.js')
const { acceptWebSocket } = await library('lib/realtime/index.js')

const echo = () =>
  new Router().get('/radio', (req, res) => {
    const socket = acceptWebSocket(req, res)
    socket.onmessage = ({ data }) => socket.send(data)
  })

test("Node's own WebSocket gets its words back", async (t) => {
  const { port } = await serveRouter(t, echo())
  const socket = new WebSocket(`ws://127.0.0.1:${port}/radio`)
  await within(once(socket, 'open'), 'open')
  for (const text of [
    '12 waiting, and a goat',
    '',
    'ñandú 🐐',
    'x'.repeat(70_000),
  ]) {
    socket.send(text)
    const [{ data }] = await within(once(socket, 'message'), 'the echo')
    assert.equal(data, text)
  }
  socket.close(4000, 'bye')
  const [{ code, reason, wasClean }] = await within(
    once(socket, 'close'),
    'close',
  )
  assert.deepEqual([code, reason, wasClean], [4000, 'bye', true])
})
