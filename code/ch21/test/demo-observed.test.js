import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import { PATIENCE, request, startApp, within } from './support.js'

const { createLogger } = await library('lib/index.js')
const headers = { authorization: 'Bearer secret' }

test('the demo is ready, and says so to anybody', async (t) => {
  const app = await startApp()
  t.after(app.close)
  const answer = await request(app, '/ready')
  assert.equal(answer.status, 200)
  assert.deepEqual(JSON.parse(answer.text), { ready: true, failed: [] })
})

test('the demo leaves before it closes', async (t) => {
  const app = await startApp({ drainDelay: 300 })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const closed = app.close()
  const answer = await request(app, '/ready')
  assert.equal(answer.status, 503)
  assert.deepEqual(JSON.parse(answer.text).failed, ['leaving'])
  assert.equal((await request(app, '/hey')).text, 'hey')
  t.mock.timers.tick(300)
  t.mock.timers.reset()
  await closed
  await assert.rejects(request(app, '/hey'))
})

test('a delay that is no number of ms is refused before anybody comes', async () => {
  await assert.rejects(startApp({ drainDelay: Number('7s') }), RangeError)
})

test('only with a token does the demo show its metrics', async (t) => {
  const app = await startApp({ adminToken: 'secret' })
  t.after(app.close)
  await request(app, '/bench/testing?id=10')
  assert.equal((await request(app, '/admin/metrics')).status, 401)
  const line =
    'http_server_request_duration_seconds_count{method="GET",' +
    'route="/bench/:name",status="200"} '
  const end = performance.now() + PATIENCE
  for (;;) {
    const { text } = await request(app, '/admin/metrics', { headers })
    if (text.includes(line)) break
    assert.ok(performance.now() < end, text)
  }
})

test('a demo with a log gives ids, and one without does not', async (t) => {
  /** @type {any[]} */
  const lines = []
  const { promise, resolve } = Promise.withResolvers()
  const write = (/** @type {string} */ line) => {
    lines.push(JSON.parse(line))
    resolve(undefined)
    return true
  }
  const log = createLogger({ destination: { write } })
  const app = await startApp({ log })
  t.after(app.close)
  const { headers: fields } = await request(app, '/hey')
  await within(promise, 'a line of the log')
  assert.equal(lines[0].id, fields['x-request-id'])
  const bare = await startApp()
  t.after(bare.close)
  const answer = await request(bare, '/hey')
  assert.equal('x-request-id' in answer.headers, false)
})
