import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { request, startApp, within } from './support.js'

const headers = { authorization: 'Bearer secret' }

for (const [where, options] of Object.entries({
  'in the event loop': {},
  'in a thread': { threads: 1 },
  'in a thread of a worker': { threads: 1, workers: 1 },
})) {
  test(`primes are counted ${where}`, async (t) => {
    const app = await startApp(options)
    t.after(app.close)
    const { status, text } = await request(app, '/primes/100')
    assert.equal(status, 200)
    assert.deepEqual(JSON.parse(text), { below: 100, primes: 25 })
    for (const below of ['-1', '1e3', 'x', '10000001']) {
      assert.equal((await request(app, `/primes/${below}`)).status, 400)
    }
  })
}

/** @param {{ host: string, port: number }} app */
async function poolOf(app) {
  const { text } = await request(app, '/admin/pool', { headers })
  return JSON.parse(text)
}

test('others are answered while a thread counts', async (t) => {
  const app = await startApp({ threads: 1, adminToken: 'secret' })
  t.after(app.close)
  const client = net.connect(app.port, app.host)
  await once(client, 'connect')
  client.write('GET /primes/10000000 HTTP/1.1\r\nHost: test\r\n\r\n')
  const running = async () => {
    while ((await poolOf(app)).running === 0);
  }
  await within(running(), 'the count to begin')
  assert.equal((await request(app, '/hello')).text, 'hello')
  assert.equal((await poolOf(app)).completed, 0)
  // Who leaves does not let it go on.
  client.destroy()
  const stopped = async () => {
    while ((await poolOf(app)).running > 0);
  }
  await within(stopped(), 'the count to stop')
  assert.equal((await poolOf(app)).crashes, 0)
})
