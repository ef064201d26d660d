import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from './library.js'
import { post, serveBody } from './serve-body.js'
import { parseResponses, rawRequest, request, within } from './support.js'

/** @type {typeof import('../lib/index.js')} */
const { readBody } = await library('lib/index.js')

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
/** Its length is known when it has come. */
const CHUNKED = [
  'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
  '4\r\n{"a"\r\n',
  '3\r\n:1}\r\n0\r\n\r\n',
]

/**
 * @param {any} app
 * @param {string | Buffer} body
 * @param {Record<string, string>} [headers]
 */
const send = (app, body, headers = JSON_TYPE) =>
  request(app, '/', { method: 'POST', headers, body })

test('a body can be read again, in any way and order', async () => {
  const app = await serveBody(async (req, res) => {
    const text = await req.text()
    const bytes = await req.bytes()
    const value = await req.json()
    res.json([text, bytes.toString(), value, await req.text()])
  })
  const { text } = await send(app, '{"a":1}')
  assert.deepEqual(JSON.parse(text), [
    '{"a":1}',
    '{"a":1}',
    { a: 1 },
    '{"a":1}',
  ])
})

test('two can read at once', async () => {
  const app = await serveBody(async (req, res) => {
    res.json(await Promise.all([req.json(), req.text(), textOf(req)]))
  })
  const { text } = await send(app, '{"a":1}')
  assert.deepEqual(JSON.parse(text), [{ a: 1 }, '{"a":1}', '{"a":1}'])
})

test('the body can be piped after it was read', async () => {
  const app = await serveBody(async (req, res) => {
    await req.json()
    res.writeHead(200, { 'content-length': req.headers['content-length'] })
    req.pipe(res)
  })
  assert.equal((await send(app, '{"a":1}')).text, '{"a":1}')
  const large = JSON.stringify('x'.repeat(300_000))
  assert.equal((await send(app, large)).text, large)
})

test('a body that waited for its reader is whole', async () => {
  const app = await serveBody(async (req, res) => {
    for (let i = 0; i < 20; i++) await nextTurn()
    res.json([await req.text(), await textOf(req)])
  })
  for (const length of [0, 1, 70_000, 500_000]) {
    const body = 'ab'.repeat(length / 2)
    const { text } = await send(app, body)
    assert.deepEqual(JSON.parse(text), [body, body])
  }
})

test('every way to read the stream still does', async () => {
  /** @type {Record<string, (req: any) => Promise<string>>} */
  const ways = {
    'for await': (req) => textOf(req),
    'data events': async (req) => {
      let text = ''
      req.setEncoding('utf8').on('data', (/** @type {string} */ part) => {
        text += part
      })
      await once(req, 'end')
      return text
    },
    'readable events': async (req) => {
      let text = ''
      req.on('readable', () => {
        for (let part = req.read(); part !== null; part = req.read())
          text += part
      })
      await once(req, 'end')
      return text
    },
    readBody: async (req) => String(await readBody(req)),
  }
  for (const [name, read] of Object.entries(ways)) {
    for (const isLate of [false, true]) {
      const app = await serveBody(async (req, res) => {
        if (isLate) for (let i = 0; i < 20; i++) await nextTurn()
        res.text(await read(req))
      })
      for (const body of ['', 'x', 'x'.repeat(200_000)]) {
        assert.equal((await send(app, body)).text, body, name)
      }
    }
  }
})

test('when the stream was asked first, the body is used', async () => {
  const app = await serveBody(async (req, res) => {
    await textOf(req)
    const used = { code: 'ERR_VELOCY_BODY_USED', status: undefined }
    await assert.rejects(req.json(), used)
    await assert.rejects(req.bytes(), used)
    res.text('used')
  })
  assert.equal((await send(app, '{}')).text, 'used')
})

test('whoever reads after the answer learns that it is too late', async () => {
  /** @type {(error: any) => void} */
  let tell = () => {}
  const told = new Promise((resolve) => {
    tell = resolve
  })
  const app = await serveBody(async (req, res) => {
    res.text('done')
    await once(res, 'close')
    await req.json().catch(tell)
  })
  await rawRequest(app.port, post('{', { ...JSON_TYPE, 'content-length': 2 }))
  const error = /** @type {any} */ (await within(told, 'the error'))
  assert.equal(error.code, 'ERR_VELOCY_BODY_USED')
})

test('whoever reads the moment the answer is out is told at once', async () => {
  /** @type {(got: unknown) => void} */
  let tell = () => {}
  const told = new Promise((resolve) => {
    tell = resolve
  })
  const app = await serveBody(async (req, res) => {
    res.on('close', () => req.text().then(tell, ({ code }) => tell(code)))
    res.text('done')
  })
  await rawRequest(app.port, CHUNKED)
  assert.equal(await within(told, 'the end'), 'ERR_VELOCY_BODY_USED')
})

test('an answer that comes before the body ends the wait for it', async () => {
  /** @type {(error: any) => void} */
  let tell = () => {}
  const told = new Promise((resolve) => {
    tell = resolve
  })
  const app = await serveBody(async (req, res) => {
    const reading = req.text()
    res.text('done')
    await reading.catch(tell)
  })
  const chunks = [post('x', { 'content-length': 2 })]
  const bytes = await rawRequest(app.port, chunks)
  assert.equal(parseResponses(bytes)[0].text, 'done')
  const error = /** @type {any} */ (await within(told, 'the error'))
  assert.equal(error.code, 'ERR_VELOCY_BODY_USED')
})

test('a body that nobody reads is no part of the next request', async () => {
  const app = await serveBody((_req, res) => res.text('ok'))
  for (const length of [1, 100, 200_000]) {
    const bytes = Buffer.concat([post('x'.repeat(length)), post('{}')])
    const received = await rawRequest(app.port, bytes, { responses: 2 })
    assert.equal(parseResponses(received).length, 2)
  }
})

test('a request behind a body that is read late waits for its turn', async () => {
  const app = await serveBody(async (req, res) => {
    for (let i = 0; i < 10; i++) await nextTurn()
    res.text((await req.text()).slice(0, 3))
  })
  const bodies = ['a'.repeat(100_000), 'b', 'c'.repeat(70_000), 'd']
  const bytes = Buffer.concat(bodies.map((body) => post(body)))
  const received = await rawRequest(app.port, bytes, { responses: 4 })
  assert.deepEqual(
    parseResponses(received).map(({ text }) => text),
    ['aaa', 'b', 'ccc', 'd'],
  )
})

test('a body in a thousand pieces costs what it is long', async () => {
  const app = await serveBody(async (req, res) => {
    res.json((await req.text()).length)
  })
  const count = 3000
  const pieces = `1\r\nx\r\n`.repeat(count)
  const bytes = await rawRequest(app.port, [
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
    pieces,
    '0\r\n\r\n',
  ])
  assert.equal(parseResponses(bytes)[0].text, String(count))
})

test('text is in the charset of its type', async () => {
  const app = await serveBody(async (req, res) => res.text(await req.text()))
  /** @type {[string, string | Buffer, string][]} */
  const cases = [
    ['text/plain', 'é', 'é'],
    ['text/plain', '\ufeffé', 'é'],
    ['text/plain; charset=utf-8', 'é', 'é'],
    ['text/plain; charset=iso-8859-1', Buffer.from([0xe9]), 'é'],
    ['text/plain; charset=shift_jis', Buffer.from([0x82, 0xa0]), 'あ'],
    ['text/plain; charset="UTF-16LE"', Buffer.from('é', 'utf16le'), 'é'],
    ['no type at all', 'é', 'é'],
  ]
  for (const [type, body, expected] of cases) {
    assert.equal(
      (await send(app, body, { 'content-type': type })).text,
      expected,
    )
  }
  assert.equal((await send(app, 'é', {})).text, 'é')
})

test('a charset that nobody knows is a 415, bytes that are not in it a 400', async () => {
  const app = await serveBody(async (req, res) => res.text(await req.text()))
  const unknown = { 'content-type': 'text/plain; charset=klingon' }
  assert.equal((await send(app, 'x', unknown)).status, 415)
  assert.equal(app.errors.at(-1).code, 'ERR_VELOCY_BODY_CHARSET')
  assert.equal((await send(app, Buffer.from([0xff]), {})).status, 400)
  const half = { 'content-type': 'text/plain; charset=utf-16le' }
  assert.equal((await send(app, Buffer.from([0x41]), half)).status, 400)
  assert.equal(app.errors.at(-1).code, 'ERR_VELOCY_BODY_NOT_TEXT')
})

test('a form becomes an object like the query', async () => {
  const app = await serveBody(async (req, res) => {
    const form = await req.form()
    assert.equal(Object.getPrototypeOf(Object.getPrototypeOf(form)), null)
    res.json(form)
  })
  const { text } = await send(app, 'a=1&a=2&b=%C3%A9+x&__proto__=1&c', FORM)
  assert.equal(text, '{"a":["1","2"],"b":"é x","__proto__":"1","c":""}')
  assert.equal((await send(app, '', FORM)).text, '{}')
  assert.equal((await send(app, '', {})).text, '{}')
  assert.equal((await send(app, '%', FORM)).text, '{"%":""}')
})

test('what is no form is a 415 that says what is', async () => {
  const app = await serveBody(async (req, res) => res.json(await req.form()))
  for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
    const answer = await send(app, 'a=1', { 'content-type': type })
    assert.equal(answer.status, 415)
    assert.equal(answer.headers.accept, 'application/x-www-form-urlencoded')
  }
})

test('a form has at most a thousand fields unless told otherwise', async () => {
  const app = await serveBody(async (req, res) => {
    const more = req.headers['x-more'] ? { pairs: 1001 } : {}
    res.json(Object.keys(await req.form(more)).length)
  })
  const body = Array.from({ length: 1001 }, (_, i) => `k${i}=`).join('&')
  assert.equal((await send(app, body, FORM)).status, 400)
  const { text } = await send(app, body, { ...FORM, 'x-more': '1' })
  assert.equal(text, '1001')
})

test('a connection keeps no body that has been answered', async () => {
  /** @type {any} */
  let last
  const app = await serveBody(async (req, res) => {
    last = req
    await req.bytes()
    res.text('ok')
  })
  const socket = net.connect(app.port, '127.0.0.1')
  socket.write(post('x'.repeat(100_000)))
  await once(socket, 'data')
  if (!last.readableEnded) await within(once(last, 'end'), 'the end')
  assert.equal(last.readableLength, 0)
  socket.destroy()
})

test('a query can be replaced, as validators do', async () => {
  const app = await serveBody((req, res) => {
    req.query = { page: '1' }
    res.json(req.query)
  })
  const options = { method: 'POST', body: '' }
  assert.equal((await request(app, '/?page=x', options)).text, '{"page":"1"}')
})
