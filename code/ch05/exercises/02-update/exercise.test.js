import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, before, beforeEach, test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { update } = await import(new URL(file, import.meta.url).href)

/** What the server has, and how often it was changed. */
let text = ''
let version = 0
let puts = 0
/** Runs between a client's GET and its PUT. */
let meanwhile = () => {}
let url = ''

const server = http.createServer(async (req, res) => {
  const etag = `"${version}"`
  if (req.method === 'GET') {
    if (version === 0) res.writeHead(404).end('Not Found')
    else res.setHeader('etag', etag).end(text)
    return meanwhile()
  }
  puts++
  let body = ''
  for await (const chunk of req.setEncoding('utf8')) body += chunk
  if (body === 'forbidden') return res.writeHead(403).end()
  const { 'if-match': match, 'if-none-match': none } = req.headers
  const isRefused =
    (match !== undefined && (version === 0 || match !== `"${version}"`)) ||
    (none === '*' && version > 0)
  if (isRefused) return res.writeHead(412).end()
  text = body
  version++
  res.writeHead(204).end()
})

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  url = `http://127.0.0.1:${address.port}/note`
})
after(() => {
  server.close()
  server.closeAllConnections()
})
beforeEach(() => {
  text = 'milk'
  version = 1
  puts = 0
  meanwhile = () => {}
})

/** Somebody else changes the text, that many times at most. */
function rival(times = 1) {
  meanwhile = () => {
    if (times-- <= 0) return
    text += ' bread'
    version++
  }
}

/** @param {string} before */
const addEggs = (before) => `${before} eggs`.trim()

test('a change arrives', async () => {
  assert.equal(await update(url, addEggs), 'milk eggs')
  assert.equal(text, 'milk eggs')
})

test('a change that another client makes meanwhile is not lost', async () => {
  rival()
  assert.equal(await update(url, addEggs), 'milk bread eggs')
  assert.equal(text, 'milk bread eggs')
})

test('it gives up after so many attempts, and says why', async () => {
  rival(Infinity)
  await assert.rejects(update(url, addEggs, { attempts: 4 }), { status: 412 })
  assert.equal(puts, 4)
})

test('what is not there yet is made', async () => {
  text = ''
  version = 0
  assert.equal(await update(url, addEggs), 'eggs')
  assert.equal(text, 'eggs')
})

test('and not if another client creates it first', async () => {
  text = ''
  version = 0
  rival()
  await update(url, addEggs)
  assert.equal(text.trim(), 'bread eggs')
})

test('an answer that would be the same again is not asked for again', async () => {
  await assert.rejects(
    update(url, () => 'forbidden'),
    { status: 403 },
  )
  assert.equal(puts, 1)
})
