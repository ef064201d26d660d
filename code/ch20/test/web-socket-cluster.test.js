import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { test } from 'node:test'
import { library } from './library.js'
import { heard } from './raw-socket.js'
import { OWN_HOST, within } from './support.js'

const { serve } = await library('lib/cluster/index.js')

// Options of the test runner's process, such as --test, are not for workers.
cluster.setupPrimary({ execArgv: [] })

test('a worker that leaves says 1001, and the next one answers', async (t) => {
  const running = await serve(new URL('./apps/radio.js', import.meta.url), {
    log: { info() {}, warn() {}, error() {} },
    data: { engine: process.env.VELOCY_ENGINE },
    host: OWN_HOST,
    port: 0,
    workers: 2,
    signals: false,
  })
  t.after(() => running.kill())
  const { port } = running.address()
  const open = async () => {
    const socket = new WebSocket(`ws://${OWN_HOST}:${port}/radio`)
    await heard(socket, 'open')
    socket.send('over')
    assert.equal((await heard(socket, 'message')).data, 'over')
    return socket
  }
  const sockets = [await open(), await open(), await open(), await open()]
  const ends = sockets.map((socket) => heard(socket, 'close'))
  const exits = Promise.all([once(running, 'exit'), once(running, 'exit')])
  await within(running.reload(), 'the reload')
  for (const { code, wasClean } of await Promise.all(ends)) {
    assert.deepEqual([code, wasClean], [1001, true])
  }
  for (const [{ code }] of await within(exits, 'the exits')) {
    assert.equal(code, 0)
  }
  const socket = await open()
  socket.close()
  await heard(socket, 'close')
  await running.close()
})
