import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { sendJson } = await import(new URL(file, import.meta.url).href)

/**
 * @param {unknown} value
 * @returns {Promise<{ head: string, body: Buffer }>} as they were on the wire
 */
async function answer(value) {
  const server = http.createServer((_, res) => sendJson(res, 200, value))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  try {
    const socket = net.connect(port, '127.0.0.1')
    socket.write(
      'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
    )
    const chunks = []
    for await (const chunk of socket) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const headEnd = bytes.indexOf('\r\n\r\n')
    return {
      head: bytes.toString('latin1', 0, headEnd),
      body: bytes.subarray(headEnd + 4),
    }
  } finally {
    server.close()
  }
}

for (const name of ['ana', 'joão', '你好', '👍']) {
  test(`content-length is the size of the body for ${name}`, {
    timeout: 5000,
  }, async () => {
    const { head, body } = await answer({ name })
    assert.equal(body.toString(), JSON.stringify({ name }))
    const length = /^content-length: (\d+)$/im.exec(head)?.[1]
    assert.equal(Number(length), body.length, `the head was:\n${head}`)
  })
}

test('the response says that it is JSON', { timeout: 5000 }, async () => {
  const { head } = await answer({ name: 'ana' })
  assert.match(head, /^content-type: application\/json$/im)
})
