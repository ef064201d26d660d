import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { library } from './library.js'
import { parseResponses, rawRequest, request } from './support.js'

/** @type {typeof import('../lib/index.js')} */
const { createServer, Router } = await library('lib/index.js')

const router = new Router()
const server = createServer(router)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)
const app = { host: '127.0.0.1', port }
after(() => {
  server.closeAllConnections()
  server.close()
})

test('json() and text() keep a Content-Type that the handler has set', async () => {
  const type = 'application/problem+json'
  router.get('/problem', (_req, res) => {
    res.setHeader('Content-Type', type)
    res.json({ title: 'Not this' }, 409)
  })
  router.get('/csv', (_req, res) => {
    res.setHeader('content-type', 'text/csv').text('a,b')
  })
  const problem = await request(app, '/problem')
  assert.equal(problem.status, 409)
  assert.equal(problem.headers['content-type'], type)
  assert.deepEqual(JSON.parse(problem.text), { title: 'Not this' })
  const csv = await request(app, '/csv')
  assert.equal(csv.headers['content-type'], 'text/csv')
  assert.equal(csv.headers['content-length'], '3')
})

test('a type that a handler had set is not that of an error', async () => {
  router.get('/late', (_req, res) => {
    res.setHeader('content-type', 'text/csv')
    throw Object.assign(new Error('secret'), { status: 409, expose: true })
  })
  const { headers } = await request(app, '/late')
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
})

test('a status without a body has none, whatever it is given', async () => {
  router.get('/204', (_req, res) => res.text('abc', 204))
  router.get('/205', (_req, res) => res.text('abc', 205))
  router.get('/304', (_req, res) => res.json('abc', 304))
  router.get('/next', (_req, res) => res.text('next'))
  const get = (/** @type {string} */ path) =>
    `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`
  const sent = ['/204', '/205', '/304', '/next'].map(get).join('')
  const answers = parseResponses(await rawRequest(port, sent, { responses: 4 }))
  assert.deepEqual(
    answers.map(({ status, text }) => [status, text]),
    [
      [204, ''],
      [205, ''],
      [304, ''],
      [200, 'next'],
    ],
  )
  const lengths = answers.map(({ headers }) => headers['content-length'])
  assert.deepEqual(lengths, [undefined, '0', undefined, '4'])
  assert.equal(answers[1].headers['content-type'], undefined)
})

test('a status that another answer has to follow is none', async (t) => {
  const printed = t.mock.method(console, 'error', () => {})
  router.get('/continue', (_req, res) => res.text('x', 100))
  router.get('/switch', (_req, res) => {
    res.statusCode = 101
    res.json({ x: 1 })
  })
  for (const path of ['/continue', '/switch']) {
    assert.equal((await request(app, path)).status, 500, path)
  }
  const errors = printed.mock.calls.map(({ arguments: [error] }) => error)
  for (const [index, got] of [100, 101].entries()) {
    assert.equal(errors[index].code, 'ERR_VELOCY_BAD_STATUS')
    assert.match(errors[index].message, new RegExp(`got ${got} .*, expected `))
  }
})

test('where a body ends is said once, whatever a handler has set', async () => {
  for (const status of [200, 204, 205, 304]) {
    router.get(`/framed/${status}`, (_req, res) => {
      res.setHeader('transfer-encoding', 'chunked')
      res.setHeader('content-length', '10')
      res.text('abc', status)
    })
    const { headers } = await request(app, `/framed/${status}`)
    assert.equal(headers['transfer-encoding'], undefined)
    const lengths = { 200: '3', 205: '0' }
    assert.equal(
      headers['content-length'],
      lengths[/** @type {200} */ (status)],
    )
  }
})

test('text() and json() return the response, as writeHead() does', async () => {
  /** @type {unknown[]} */
  const returned = []
  router.get('/chain', (_req, res) => {
    returned.push(res.text('ok', 202) === res)
  })
  router.get('/chain-json', (_req, res) => {
    returned.push(res.json(null) === res)
    return res
  })
  assert.equal((await request(app, '/chain')).status, 202)
  assert.equal((await request(app, '/chain-json')).text, 'null')
  assert.deepEqual(returned, [true, true])
})
