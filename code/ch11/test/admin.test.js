import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { request, startApp } from './support.js'

/** @type {import('./support.js').App} */
let app
before(async () => {
  app = await startApp({ adminToken: 'sesame' })
})
after(() => app.close())

const authorization = 'Bearer sesame'

test('/admin is for those who have the token', async () => {
  for (const headers of /** @type {Record<string, string>[]} */ ([
    {},
    { authorization: 'Bearer sesam' },
    { authorization: 'Basic sesame' },
    { authorization: 'Bearer' },
  ])) {
    for (const path of ['/admin/routes', '/admin/health', '/admin/nothing']) {
      const answer = await request(app, path, { headers })
      assert.equal(answer.status, 401, path)
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
      assert.equal(answer.headers['content-type'], 'application/problem+json')
      assert.equal(JSON.parse(answer.text).code, 'ERR_DEMO_TOKEN')
    }
  }
  const { status } = await request(app, '/admin/nothing', {
    headers: { authorization },
  })
  assert.equal(status, 404)
})

test('/admin/routes draws the routes, and says how long that took', async () => {
  const headers = { authorization }
  const answer = await request(app, '/admin/routes', { headers })
  assert.equal(answer.status, 200)
  assert.match(answer.text, /admin/)
  assert.match(answer.text, /\(\/bench\/:name\)/)
  assert.match(answer.headers['server-timing'], /^total;dur=\d+\.\d{3}$/)
  const { text } = await request(app, '/admin/health', { headers })
  assert.equal(JSON.parse(text).status, 'ok')
})

test('without a token there is no /admin', async (t) => {
  const plain = await startApp()
  t.after(plain.close)
  const headers = { authorization }
  const { status } = await request(plain, '/admin/routes', { headers })
  assert.equal(status, 404)
})
