import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

/** @type {typeof import('../lib/index.js')} */
const { createServer, Router } = await library('lib/index.js')
/** @type {typeof import('../lib/testing/inject.js')} */
const { inject } = await library('lib/testing/inject.js')

test('inject gets the same answers from either engine', async () => {
  const router = new Router({ onError: () => {} })
    .get('/', () => 'hello')
    .get('/stream', async function* () {
      yield 'one, '
      yield 'two'
    })
    .post('/', { bodyLimit: 10 }, (req) => req.text())
  const post = { method: 'POST', path: '/' }
  for (const given of [
    { path: '/' },
    { path: '/', method: 'HEAD' },
    { path: '/', method: 'DELETE' },
    { path: '/nowhere' },
    { path: '/stream' },
    { ...post, body: 'short' },
    { ...post, body: 'x'.repeat(100_000) },
  ]) {
    const answers = []
    for (const engine of /** @type {const} */ (['net', 'http'])) {
      const server = createServer(router, { engine })
      const answer = await inject(server, given)
      const { status, statusText } = answer
      const headers = Object.fromEntries(answer.headers)
      delete headers.date
      answers.push({ status, statusText, headers, text: await answer.text() })
    }
    assert.deepEqual(answers[0], answers[1], JSON.stringify(given))
  }
})
