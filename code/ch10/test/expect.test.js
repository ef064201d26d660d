import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { post, serveBody } from './serve-body.js'
import { parseResponses, rawRequest, within } from './support.js'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

/** @type {Record<string, (req: any, res: any) => unknown>} */
const WAYS = {
  text: async (req, res) => res.text(await req.text()),
  json: async (req, res) => res.json(await req.json()),
  pipe: (req, res) => {
    res.setHeader('content-length', 2)
    req.pipe(res)
  },
  'for await': async (req, res) => res.text(await textOf(req)),
  'data events': (req, res) => {
    req.on('data', (/** @type {Buffer} */ chunk) => res.text(String(chunk)))
  },
}

/**
 * Waits for the first answer before it sends the body.
 *
 * @param {number} port
 * @param {Record<string, string | number>} [fields]
 */
async function expectContinue(port, fields = {}) {
  const socket = net.connect(port, '127.0.0.1')
  const type = { 'content-type': 'application/json' }
  socket.write(
    post('', {
      ...type,
      'content-length': 2,
      expect: '100-continue',
      ...fields,
    }),
  )
  const [first] = await within(once(socket, 'data'), 'a first answer')
  return { socket, first: String(first) }
}

for (const [name, handler] of Object.entries(WAYS)) {
  test(`a client is told to continue when its body is read: ${name}`, async () => {
    const app = await serveBody(handler)
    const { socket, first } = await expectContinue(app.port)
    assert.equal(first, CONTINUE)
    socket.write('[]')
    const [second] = await within(once(socket, 'data'), 'the answer')
    assert.match(String(second), /^HTTP\/1\.1 200 OK\r\n/)
    socket.destroy()
  })
}

test('who reads late tells it to continue late', async () => {
  /** @type {() => void} */
  let go = () => {}
  const asked = new Promise((/** @type {(value?: any) => void} */ resolve) => {
    go = resolve
  })
  const app = await serveBody(async (req, res) => {
    await asked
    res.text(await req.text())
  })
  const expecting = expectContinue(app.port)
  await once(app.server, 'checkContinue')
  go()
  const { socket, first } = await expecting
  assert.equal(first, CONTINUE)
  socket.destroy()
})

test('an answer without the body is final, and ends the connection', async () => {
  const app = await serveBody((_req, res) => res.text('no'))
  const head = post('', { 'content-length': 2, expect: '100-continue' })
  const bytes = await rawRequest(app.port, head, {
    responses: Number.POSITIVE_INFINITY,
  })
  assert.doesNotMatch(String(bytes), /100 Continue/)
  const [answer] = parseResponses(bytes)
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.connection, 'close')
})

test('a body that is too long is refused before it is sent', async () => {
  const app = await serveBody(WAYS.json, { bodyLimit: 1 })
  const { socket, first } = await expectContinue(app.port)
  assert.match(first, /^HTTP\/1\.1 413 /)
  assert.match(first, /Connection: close/)
  socket.destroy()
})

test('whoever has answered with something tells nobody to continue', async () => {
  const app = await serveBody(async (req, res) => {
    res.write('first')
    res.end(await req.text({ timeout: 20 }).catch(() => 'second'))
  })
  const head = post('', { 'content-length': 2, expect: '100-continue' })
  const bytes = await rawRequest(app.port, head)
  const [answer] = parseResponses(bytes)
  assert.equal(answer.text, 'firstsecond')
  assert.doesNotMatch(String(bytes), /100 Continue/)
})

test('so is one of a type that is not wanted', async () => {
  const app = await serveBody(WAYS.json)
  const { socket, first } = await expectContinue(app.port, {
    'content-type': 'text/plain',
  })
  assert.match(first, /^HTTP\/1\.1 415 /)
  socket.destroy()
})

test('it is told once, however many read', async () => {
  const app = await serveBody(async (req, res) => {
    await Promise.all([req.text(), req.json()])
    res.json(await req.json())
  })
  const { socket, first } = await expectContinue(app.port)
  assert.equal(first, CONTINUE)
  socket.write('[]')
  const [second] = await within(once(socket, 'data'), 'the answer')
  assert.doesNotMatch(String(second), /100 Continue/)
  socket.destroy()
})

test('nobody is told to continue who has nothing to send', async () => {
  const app = await serveBody(async (req, res) => res.text(await req.text()))
  const fields = { 'content-length': 0, expect: '100-continue' }
  const bytes = await rawRequest(app.port, post('', fields))
  assert.match(String(bytes), /^HTTP\/1\.1 200 OK/)
})

test('a request that asked for the end of the connection gets it', async () => {
  const app = await serveBody(WAYS.json)
  const { socket, first } = await expectContinue(app.port, {
    connection: 'close',
  })
  assert.equal(first, CONTINUE)
  socket.write('[]')
  const [second] = await within(once(socket, 'data'), 'the answer')
  assert.match(String(second), /Connection: close/)
  socket.destroy()
})

test('HTTP/1.0 knows no interim answers, and gets none', async () => {
  const app = await serveBody(WAYS.text)
  const bytes = await rawRequest(app.port, [
    'POST / HTTP/1.0\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nhi',
  ])
  assert.doesNotMatch(String(bytes), /100 Continue/)
  assert.match(String(bytes), /hi$/)
})

test('an unknown expectation is a 417', async () => {
  const app = await serveBody(WAYS.text)
  const bytes = await rawRequest(app.port, post('hi', { expect: 'tea' }))
  assert.equal(parseResponses(bytes)[0].status, 417)
})

test('a pipelined request is told to continue in its turn', async () => {
  /** @type {(req: any, res: any) => unknown} */
  const handler = async (req, res) => res.text(await req.text())
  const app = await serveBody(handler)
  const bytes = await rawRequest(
    app.port,
    [
      Buffer.concat([
        post('first'),
        post('', { 'content-length': 2, expect: '100-continue' }),
      ]),
      'hi',
    ],
    { responses: 2 },
  )
  const text = String(bytes)
  assert.ok(text.indexOf('first') < text.indexOf('100 Continue'), text)
  assert.match(text, /hi$/)
})
