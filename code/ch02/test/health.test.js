import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { request, startApp } from './support.js'

/** @type {import('./support.js').App} */
let app
before(async () => {
  app = await startApp()
})
after(() => app.close())

async function health() {
  const { status, headers, text } = await request(app, '/health')
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'application/json')
  return JSON.parse(text)
}

/** @param {number} ms for which nothing else can run */
function block(ms) {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('/health says how late the event loop is, in ms', async () => {
  const { status, loopDelay } = await health()
  assert.equal(status, 'ok')
  for (const name of ['mean', 'p50', 'p99', 'max']) {
    const value = loopDelay[name]
    assert.ok(value >= 0, `got ${name} ${value}, expected 0 ms or more`)
  }
})

test('a loop that was blocked shows in /health', async () => {
  // The server runs in this process, so what blocks the test blocks it.
  block(100)
  const { loopDelay } = await health()
  const { max } = loopDelay
  assert.ok(max >= 50, `blocked for 100 ms, got max ${max} ms`)
})

test('/health tells of the time since it was last asked', async () => {
  block(100)
  const before = (await health()).loopDelay.max
  assert.ok(before >= 50, `blocked for 100 ms, got max ${before} ms`)
  // A machine under load may be late again, but a maximum that was never
  // forgotten never falls, however often one asks.
  let { max } = (await health()).loopDelay
  for (let tries = 0; tries < 50 && max >= before; tries++) {
    max = (await health()).loopDelay.max
  }
  assert.ok(max < before, `got ${max} ms after ${before} ms`)
})

test('HEAD /health has no body, and DELETE is not allowed', async () => {
  assert.equal((await request(app, '/health', { method: 'HEAD' })).text, '')
  const refused = await request(app, '/health', { method: 'DELETE' })
  assert.equal(refused.status, 405)
})
