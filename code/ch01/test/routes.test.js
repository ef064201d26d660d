import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseResponses, rawRequest, request, startApp } from './support.js'

/** @type {import('./support.js').App} */
let app
before(async () => {
  app = await startApp()
})
after(() => app.close())

for (const word of ['hey', 'hell', 'hello', 'about']) {
  test(`/${word} is answered with "${word}" as plain text`, async () => {
    const response = await request(app, `/${word}`)
    assert.equal(response.status, 200)
    assert.equal(response.text, word)
    const { headers } = response
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(headers['content-length'], String(word.length))
  })
}

for (const path of ['/', '/he', '/hellish', '/hello/world', '/nowhere']) {
  test(`${path} is not found`, async () => {
    const response = await request(app, path)
    assert.equal(response.status, 404)
    assert.equal(response.text, 'Not Found')
  })
}

test('a query does not change which route answers', async () => {
  const response = await request(app, '/hello?hey=/hey')
  assert.equal(response.text, 'hello')
})

test('a target with scheme and host is the same resource', async () => {
  const response = await request(app, `http://localhost:${app.port}/hello?a=1`)
  assert.equal(response.status, 200)
  assert.equal(response.text, 'hello')
})

for (const path of ['/hello', '/bench/testing?id=10', '/nowhere']) {
  test(`HEAD ${path} answers GET's header fields and no body`, async () => {
    const get = await request(app, path)
    const bytes = await rawRequest(
      app.port,
      [
        `HEAD ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
        'GET /hey HTTP/1.1\r\nhost: localhost\r\n\r\n',
      ],
      { responses: 2, methods: ['HEAD', 'GET'] },
    )
    const [head, next] = parseResponses(bytes, ['HEAD', 'GET'])
    assert.equal(head.status, get.status)
    for (const name of ['content-type', 'content-length']) {
      assert.equal(head.headers[name], get.headers[name], name)
    }
    assert.equal(next.text, 'hey')
  })
}

for (const path of ['/hello', '/bench/testing?id=10']) {
  test(`DELETE ${path} is not allowed, and Allow says what is`, async () => {
    const response = await request(app, path, { method: 'DELETE' })
    assert.equal(response.status, 405)
    const allowed = (response.headers.allow ?? '').split(/\s*,\s*/)
    assert.ok(allowed.includes('GET'), `got Allow: ${allowed}, expected GET`)
    assert.ok(allowed.includes('HEAD'), `got Allow: ${allowed}, expected HEAD`)
  })
}
