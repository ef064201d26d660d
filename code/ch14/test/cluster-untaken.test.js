import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { EventEmitter, once } from 'node:events'
import net from 'node:net'
import test from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { moduleOf, start } from './clusters.js'
import { library } from './library.js'
import { within } from './support.js'

const HANGING = moduleOf(`
  export default () => {
    const router = new Router()
    router.get('/who', () => 'I')
    router.get('/hang', () => {
      process.send('it hangs')
      for (;;);
    })
    return router
  }`)

/** @param {number} port @param {string} path */
function ask(port, path) {
  const socket = net.connect(port, '127.0.0.1')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  const answered = once(socket, 'data').then(
    () => 'answered',
    ({ code }) => code,
  )
  const closed = once(socket.resume(), 'end').then(() => 'closed')
  return { socket, fate: Promise.race([answered, closed.catch((e) => e.code)]) }
}

test('a client whose worker never took its connection is told', async (t) => {
  const { port } = await start(HANGING)
  /** @type {Promise<import('node:cluster').Worker>} */
  const hanging = new Promise((resolve) => {
    cluster.on('message', (worker, message) => {
      if (message === 'it hangs') resolve(worker)
    })
  })
  const first = ask(port, '/hang')
  const worker = await within(hanging, 'a worker to hang')
  // Of four in turn, the one that hangs is handed the next it is due.
  const asked = Array.from({ length: 4 }, () => ask(port, '/who'))
  t.after(() => [first, ...asked].map(({ socket }) => socket.destroy()))
  let answered = 0
  await within(
    new Promise((resolve) => {
      for (const { fate } of asked) {
        fate.then(() => ++answered === 3 && resolve(undefined))
      }
    }),
    'the other worker to answer three',
  )
  worker.process.kill('SIGKILL')
  const fates = await within(
    Promise.all([first, ...asked].map(({ fate }) => fate)),
    'each client to know',
  )
  const lost = fates.filter((fate) => fate !== 'answered')
  assert.equal(lost.length, 2, `got ${fates}`)
})

test('only what a dead worker has said nothing of is closed', async (t) => {
  const { closeUntaken } = await library('lib/cluster/untaken.js')
  const worker = new EventEmitter()
  Object.assign(worker, { pid: -1, send: () => true })
  const workers = /** @type {any} */ (cluster.workers)
  workers.fake = { process: worker }
  t.after(() => delete workers.fake)
  const supervisor = new EventEmitter()
  closeUntaken(supervisor)
  const { promise: exited, resolve: exit } = Promise.withResolvers()
  supervisor.emit('fork', { pid: -1, exited })
  /** @type {number[]} */
  const closed = []
  const hand = (/** @type {number} */ seq) =>
    /** @type {any} */ (worker).send(
      { act: 'newconn', key: '127.0.0.1:8080:4', seq },
      { close: () => closed.push(seq) },
    )
  hand(1)
  worker.emit('internalMessage', { ack: 1, accepted: true })
  hand(2)
  worker.emit('internalMessage', { ack: 2, accepted: false })
  hand(3)
  hand(4)
  hand(5)
  worker.emit('internalMessage', { ack: 4, accepted: false })
  assert.deepEqual(closed, [])
  exit(undefined)
  await exited
  // Its last word may be read after its end has been heard of.
  worker.emit('internalMessage', { ack: 5, accepted: false })
  await nextTurn()
  assert.deepEqual(closed, [3])
})
