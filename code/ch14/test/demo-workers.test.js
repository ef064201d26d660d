import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { test } from 'node:test'
import { library } from './library.js'
import { request, startApp } from './support.js'

const { createLogger } = await library('lib/index.js')
const headers = { authorization: 'Bearer secret' }

/**
 * @param {{ host: string, port: number }} app
 * @param {string} path
 * @param {Parameters<typeof request>[2]} [options]
 */
async function ask(app, path, options) {
  const { status, text } = await request(app, path, options)
  assert.equal(status, 200, text)
  return JSON.parse(text)
}

// Options of the test runner's process, such as --test, are not for workers.
cluster.setupPrimary({ execArgv: [] })

test('alone, the server is worker 0, and counts visits by itself', async (t) => {
  const app = await startApp({ adminToken: 'secret' })
  t.after(app.close)
  const { id, pid, generation } = await ask(app, '/worker')
  assert.deepEqual([id, pid, generation], [0, process.pid, 0])
  const first = await ask(app, '/visits', { method: 'POST' })
  const second = await ask(app, '/visits', { method: 'POST' })
  assert.equal(second.visits, first.visits + 1)
  const { workers } = await ask(app, '/admin/workers', { headers })
  assert.deepEqual(workers, [])
})

test('with workers, they take turns, and count visits together', async (t) => {
  /** @type {string[]} */
  const lines = []
  const output = {
    write: (/** @type {string} */ line) => lines.push(line) > 0,
  }
  const log = createLogger({ destination: output })
  const options = { workers: 2, log, output, adminToken: 'secret' }
  const app = await startApp(options)
  t.after(app.close)
  const first = await ask(app, '/visits', { method: 'POST' })
  const ids = []
  for (let i = 1; i <= 4; i++) {
    const { visits } = await ask(app, '/visits', { method: 'POST' })
    assert.equal(visits, first.visits + i)
    const { id, pid } = await ask(app, '/worker')
    assert.notEqual(pid, process.pid)
    ids.push(id)
    // One for each to be at the other next time.
    await ask(app, '/worker')
  }
  assert.deepEqual([...new Set(ids)].sort(), [1, 2])
  const { total } = await ask(app, '/admin/workers', { headers })
  assert.ok(total.rss > 0)
  const refused = await request(app, '/admin/workers')
  assert.equal(refused.status, 401)
  await app.close()
  const requests = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'request')
  assert.equal(requests.length, 15)
  assert.deepEqual(
    [...new Set(requests.map(({ worker }) => worker))].sort(),
    [1, 2],
  )
})
