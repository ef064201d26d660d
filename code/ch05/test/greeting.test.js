import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseResponses, rawRequest, request, startApp } from './support.js'

/** @type {import('./support.js').App} */
let app
before(async () => {
  app = await startApp()
})
after(() => app.close())

/** @param {Record<string, string>} [headers] @param {string} [method] */
const greeting = (headers = {}, method = 'GET') =>
  request(app, '/greeting', { headers, method })

test('the greeting is plain English by default', async () => {
  const { status, headers, text } = await greeting()
  assert.equal(status, 200)
  assert.equal(text, 'Hello\n')
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.equal(headers['content-language'], 'en')
})

test('a browser gets HTML, and a program JSON', async () => {
  const browser = await greeting({
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8',
  })
  assert.equal(browser.headers['content-type'], 'text/html; charset=utf-8')
  assert.match(browser.text, /<html lang="pt-BR">/)
  assert.match(browser.text, /Olá/)
  const program = await greeting({ accept: 'application/json' })
  assert.deepEqual(JSON.parse(program.text), {
    language: 'en',
    greeting: 'Hello',
  })
})

test('quality values decide, and not the order or the mention', async () => {
  const { headers } = await greeting({
    accept: 'application/json;q=0.1, text/html',
  })
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
})

test('a type that is not there gets 406 and the list of those that are', async () => {
  const { status, headers, text } = await greeting({ accept: 'image/png' })
  assert.equal(status, 406)
  for (const type of ['text/plain', 'text/html', 'application/json']) {
    assert.ok(text.includes(type), text)
  }
  assert.match(headers.vary, /\bAccept\b/i)
})

test('a language that is not there is no reason to refuse', async () => {
  const { status, headers } = await greeting({ 'accept-language': 'de' })
  assert.equal(status, 200)
  assert.equal(headers['content-language'], 'en')
})

test('every answer to GET says what it depends on', async () => {
  /** @type {Record<string, string>[]} */
  const requests = [{}, { accept: 'image/png' }, { 'if-match': '"x"' }]
  for (const sent of requests) {
    const { headers } = await greeting(sent)
    assert.match(headers.vary, /Accept\b(?!-)/i)
    assert.match(headers.vary, /Accept-Language/i)
  }
})

test("HEAD answers GET's headers and no body", async () => {
  const get = await greeting()
  const bytes = await rawRequest(
    app.port,
    'HEAD /greeting HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    { methods: ['HEAD'], responses: Infinity },
  )
  assert.ok(bytes.toString('latin1').endsWith('\r\n\r\n'))
  const [head] = parseResponses(bytes, ['HEAD'])
  for (const name of ['etag', 'content-length', 'content-type', 'vary']) {
    assert.equal(head.headers[name], get.headers[name], name)
  }
})

test('six representations have six entity tags', async () => {
  const tags = new Set()
  for (const accept of ['text/plain', 'text/html', 'application/json']) {
    for (const language of ['en', 'pt-BR']) {
      const { headers } = await greeting({
        accept,
        'accept-language': language,
      })
      tags.add(headers.etag)
    }
  }
  assert.equal(tags.size, 6)
})

test('who has it already gets 304: tag and Vary, no length, no body', async () => {
  const { headers } = await greeting()
  const bytes = await rawRequest(
    app.port,
    'GET /greeting HTTP/1.1\r\nHost: x\r\nConnection: close\r\n' +
      `If-None-Match: "other", W/${headers.etag}\r\n\r\n`,
    { responses: Infinity },
  )
  assert.ok(bytes.toString('latin1').endsWith('\r\n\r\n'))
  const [response] = parseResponses(bytes)
  assert.equal(response.status, 304)
  assert.equal(response.headers.etag, headers.etag)
  assert.equal(response.headers.vary, headers.vary)
  assert.equal(response.headers['content-length'], undefined)
  assert.equal(response.headers['content-type'], undefined)
})

test('the tag of another representation is not this one', async () => {
  const { headers } = await greeting()
  const other = await greeting({
    accept: 'text/html',
    'if-none-match': headers.etag,
  })
  assert.equal(other.status, 200)
})

test('a date will do where there is no tag', async () => {
  const { headers } = await greeting()
  const since = { 'if-modified-since': headers['last-modified'] }
  assert.equal((await greeting(since)).status, 304)
  const both = { ...since, 'if-none-match': '"other"' }
  assert.equal((await greeting(both)).status, 200)
})

test('an If-Match that does not match gets 412', async () => {
  assert.equal((await greeting({ 'if-match': '"other"' })).status, 412)
  const { headers } = await greeting()
  assert.equal((await greeting({ 'if-match': headers.etag })).status, 200)
})

test('preconditions do not make an error a success', async () => {
  const refused = { accept: 'image/png', 'if-none-match': '*' }
  assert.equal((await greeting(refused)).status, 406)
})

test('other methods get 405 with Allow, and OPTIONS gets Allow alone', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const { status, headers } = await greeting({}, method)
    assert.equal(status, 405, method)
    assert.equal(headers.allow, 'GET, HEAD, OPTIONS')
  }
  const { status, headers } = await greeting({}, 'OPTIONS')
  assert.equal(status, 204)
  assert.equal(headers.allow, 'GET, HEAD, OPTIONS')
})
