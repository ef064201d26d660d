import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import { listen, serveRouter } from './serving.js'
import { parseResponses, rawRequest, request } from './support.js'

const { createLogger, createServer, logRequests, Router } =
  await library('lib/index.js')

// What bit other packages, and no chapter has a test of its own for.

test('a field with the name of a prototype is a field like others', async (t) => {
  const router = new Router()
  router.get('/', (/** @type {any} */ { headers }) => [
    typeof headers.host,
    Object.keys(headers).length,
    'polluted' in {},
  ])
  // Node.js before 24.14.1 throws here: CVE-2026-21710.
  router.get(
    '/all',
    (/** @type {any} */ { headersDistinct }) => headersDistinct.host,
  )
  const { port } = await serveRouter(t, router)
  const fields = 'Host: a\r\n__proto__: polluted\r\n__proto__: b\r\n\r\n'
  const asked = `GET /all HTTP/1.1\r\n${fields}GET / HTTP/1.1\r\n${fields}`
  const bytes = await rawRequest(port, asked, { responses: 2 })
  const [, { status, text }] = parseResponses(bytes)
  assert.deepEqual([status, text], [200, '["string",1,false]'])
})

test('a path that is written another way meets the same middleware', async (t) => {
  const router = new Router()
  router.group('/admin', (/** @type {any} */ admin) => {
    admin.use((/** @type {any} */ _req, /** @type {any} */ res) =>
      res.text('Staff only', 403),
    )
    admin.get('/', () => 'secret')
    admin.get('/takings', () => 'secret')
  })
  const { port } = await serveRouter(t, router)
  const paths = [
    '/admin',
    '/admin/',
    '/%61dmin',
    '/admin/takings',
    '/admin/%74akings',
    '/ADMIN/takings',
    '//admin/takings',
    '/admin//takings',
    '/x/../admin/takings',
    '/./admin/takings',
    '/admin;a=b/takings',
    '/admin%2ftakings',
    '/admin/takings?/../..',
    'http://a/admin/takings',
  ]
  for (const path of paths) {
    const head = `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    const [{ status, text }] = parseResponses(await rawRequest(port, head))
    assert.notEqual(text, 'secret', path)
    assert.ok([403, 404].includes(status), `${path}: ${status}`)
  }
})

test('what a client sends is one line of the log, and its fields none', async (t) => {
  /** @type {string[]} */
  const lines = []
  const destination = {
    write: (/** @type {string} */ line) => lines.push(line),
  }
  const log = createLogger({ destination })
  const router = new Router()
  router.all('/*rest', () => 'ok')
  const server = createServer(router)
  logRequests(server, log)
  const app = await listen(t, server)
  await request(app, '/a%0a%7b%22level%22%3a1%7d%1b[2J?password=b', {
    method: 'POST',
    headers: {
      authorization: 'Bearer secret-token',
      cookie: 'session=secret-cookie',
    },
    body: 'secret body',
  })
  log.flush?.()
  const text = lines.join('')
  assert.equal(text.trimEnd().split('\n').length, 1, text)
  assert.doesNotMatch(text, /secret/)
})
