import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { addressOf } from '../library.js'

/** Where a server reports that it listens. */
const LISTENING = 'tracing:net.server.listen:asyncEnd'

test('a request runs a program, and its output is the answer', async (t) => {
  const { PORT } = process.env
  t.mock.method(console, 'log', () => {})
  const { promise, resolve } = Promise.withResolvers()
  const report = (/** @type {any} */ { server }) => resolve(server)
  subscribe(LISTENING, report)
  process.env.PORT = '0'
  try {
    await import(addressOf('steps/02-echo.js').href)
    const server = await promise
    t.after(() => server.close())
    const response = await fetch(`http://127.0.0.1:${server.address().port}/`, {
      headers: { connection: 'close' },
    })
    assert.equal(await response.text(), 'hi\n')
  } finally {
    unsubscribe(LISTENING, report)
    if (PORT === undefined) delete process.env.PORT
    else process.env.PORT = PORT
  }
})
