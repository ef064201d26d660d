import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseResponses, rawRequest, request, startApp } from './support.js'

/** @type {import('./support.js').App} */
let app
before(async () => {
  app = await startApp()
})
after(() => app.close())

test('the name of the path and the id of the query come back as JSON', async () => {
  const response = await request(app, '/bench/testing?id=10')
  assert.equal(response.status, 200)
  assert.equal(response.text, '{"name":"testing","id":"10"}')
})

test('the response carries exactly the headers of the workload', async () => {
  const { headers } = await request(app, '/bench/testing?id=10', {
    headers: { connection: 'keep-alive' },
  })
  assert.equal(headers['x-powered-by'], 'benchmark')
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers.connection, 'keep-alive')
  assert.equal(headers['keep-alive'], 'timeout=5')
  assert.equal(headers['content-length'], '28')
  const names = Object.keys(headers).filter((name) => name !== 'date')
  assert.equal(names.length, 5, `got ${names}`)
})

test('content-length counts bytes, not characters', async () => {
  const response = await request(app, '/bench/jo%C3%A3o?id=10')
  assert.equal(response.text, '{"name":"joão","id":"10"}')
  assert.equal(response.headers['content-length'], '26')
  assert.equal(response.body.length, 26)
})

test('a name is percent-decoded, a plus sign in it stays', async () => {
  const response = await request(app, '/bench/a%20b%2Fc+d?id=1')
  assert.deepEqual(JSON.parse(response.text), { name: 'a b/c+d', id: '1' })
})

test('an id is percent-decoded, a plus sign in it is a space', async () => {
  const response = await request(app, '/bench/x?a=1&id=%C3%A9+%2B')
  assert.deepEqual(JSON.parse(response.text), { name: 'x', id: 'é +' })
})

test('a name that needs escaping in JSON is escaped', async () => {
  const response = await request(app, '/bench/%22%5C?id=1')
  assert.deepEqual(JSON.parse(response.text), { name: '"\\', id: '1' })
})

test('an id that is not there is null', async () => {
  const response = await request(app, '/bench/testing')
  assert.equal(response.text, '{"name":"testing","id":null}')
})

for (const path of ['/bench/%', '/bench/%zz?id=1', '/bench/%C3?id=1']) {
  test(`${path} is a bad request, and the server survives it`, async () => {
    const refused = await request(app, path)
    assert.equal(refused.status, 400)
    const next = await request(app, '/bench/testing?id=10')
    assert.equal(next.status, 200)
  })
}

for (const path of ['/', '/bench', '/bench/', '/bench/a/b', '/benchmark/x']) {
  test(`${path} is not found`, async () => {
    const response = await request(app, path)
    assert.equal(response.status, 404)
    assert.equal(response.text, 'Not Found')
    assert.equal(response.headers['content-length'], '9')
  })
}

test('one response leaves nothing behind in the next on its connection', async () => {
  const get = (/** @type {string} */ path) =>
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`
  const bytes = await rawRequest(
    app.port,
    [get('/bench/abcdef?id=10'), get('/nowhere'), get('/bench/x?id=1')],
    { responses: 3 },
  )
  const [first, second, third] = parseResponses(bytes)
  assert.equal(first.text, '{"name":"abcdef","id":"10"}')
  assert.equal(second.status, 404)
  assert.equal(second.headers['x-powered-by'], undefined)
  assert.equal(third.text, '{"name":"x","id":"1"}')
})

test('concurrent requests get their own answers', async () => {
  const ids = Array.from({ length: 50 }, (_, index) => String(index))
  const answers = await Promise.all(
    ids.map((id) => request(app, `/bench/n${id}?id=${id}`)),
  )
  assert.deepEqual(
    answers.map((answer) => JSON.parse(answer.text)),
    ids.map((id) => ({ name: `n${id}`, id })),
  )
})
