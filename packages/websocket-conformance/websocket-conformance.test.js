/** That the cases notice what is wrong. */
import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { cases } from './cases/frames.js'
import { conversations } from './cases/messages.js'
import { count, tryAll } from './run.js'

/**
 * A server that shakes hands, and then does whatever it is told.
 *
 * @param {import('node:test').TestContext} t
 * @param {(bytes: Buffer, socket: net.Socket) => void} take
 * @returns {Promise<number>} its port
 */
async function careless(t, take) {
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (head) => {
      const key = /Sec-WebSocket-Key: (.*)\r\n/.exec(head.toString())?.[1]
      const accept = createHash('sha1')
        .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      )
      socket.on('data', (bytes) => take(/** @type {Buffer} */ (bytes), socket))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return /** @type {net.AddressInfo} */ (server.address()).port
}

test('there are 517 cases, each with a number of its own', () => {
  const ids = [...cases, ...conversations].map(({ id }) => id)
  assert.equal(ids.length, 517)
  assert.equal(new Set(ids).size, 517)
})

test('a server that says nothing fails, except where nothing is expected', async (t) => {
  const port = await careless(t, () => {})
  for (const filter of ['1.1.2.', '2.2.', '3.1.', '5.3.', '6.3.1.', '7.1.1.']) {
    const verdicts = await tryAll({ port, filter, patience: 100 })
    assert.equal(count(verdicts, 'failed'), 1, filter)
  }
})

test('a server that cuts every connection only pleases where it has to', async (t) => {
  const port = await careless(t, (_bytes, socket) => socket.destroy())
  for (const [filter, mark] of /** @type {const} */ ([
    ['1.1.2.', 'failed'],
    ['3.1.', 'strict'],
    ['3.2.', 'non-strict'],
    ['6.4.2.', 'failed'],
    ['7.3.1.', 'non-strict'],
    ['7.3.2.', 'strict'],
    ['9.1.1.', 'failed'],
    ['12.1.1.', 'not offered'],
  ])) {
    const verdicts = await tryAll({ port, filter, patience: 100 })
    assert.equal(verdicts[0].mark, mark, filter)
  }
})

test('a frame back is read strictly', async (t) => {
  const echo = Buffer.concat([Buffer.from([0x81, 125]), Buffer.alloc(125, '*')])
  const long = Buffer.from([0x81, 126, 0, 125])
  const masked = Buffer.from([0x81, 0x80 | 125, 0, 0, 0, 0])
  const reserved = Buffer.from([0xc1, 125])
  for (const [bytes, mark] of /** @type {const} */ ([
    [echo, 'strict'],
    [Buffer.concat([echo, echo]), 'failed'],
    [Buffer.concat([long, echo.subarray(2)]), 'failed'],
    [Buffer.concat([masked, echo.subarray(2)]), 'failed'],
    [Buffer.concat([reserved, echo.subarray(2)]), 'failed'],
  ])) {
    let isFirst = true
    const port = await careless(t, (_bytes, socket) => {
      if (isFirst) socket.write(bytes)
      else socket.end(Buffer.from([0x88, 2, 0x03, 0xe8]))
      isFirst = false
    })
    const verdicts = await tryAll({ port, filter: '1.1.2.', patience: 100 })
    assert.equal(verdicts[0].mark, mark)
  }
})
