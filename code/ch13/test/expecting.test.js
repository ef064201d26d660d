import assert from 'node:assert/strict'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { connect, serveNet } from './serve-net.js'
import { within } from './support.js'

const HEAD = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n'
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

const { port } = await serveNet((router) =>
  router.post('/body', async (req, res) => res.text(await req.text())),
)

for (const value of [',100-continue', '100-continue ,\t, 100-Continue,']) {
  test(`empty members of Expect are none: ${value}`, async () => {
    const fields = `Expect: ${value}\r\nConnection: close\r\n\r\n`
    const socket = connect(port, `${HEAD}${fields}`)
    const [first] = await within(once(socket, 'data'), 'an answer to the head')
    assert.equal(String(first), CONTINUE)
    socket.write('hi')
    assert.match(await text(socket), /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\nhi$/)
  })
}

test('another expectation beside it is refused before the body', async () => {
  const socket = connect(port, `${HEAD}Expect: 100-continue, x\r\n\r\n`)
  const [first] = await within(once(socket, 'data'), 'an answer to the head')
  assert.match(String(first), /^HTTP\/1\.1 417 /)
})
