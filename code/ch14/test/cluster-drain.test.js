import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { BUSY, begin } from './cluster-clients.js'
import { isRunning, moduleOf, next, start } from './clusters.js'
import { parseResponses, rawRequest, within } from './support.js'

const GET = 'GET /who HTTP/1.1\r\nHost: x\r\n\r\n'

/**
 * Resolves when a worker is told to drain.
 *
 * @param {import('../lib/cluster/index.js').Cluster} cluster
 */
const draining = (cluster) => next(cluster, 'ready')

test('a worker that leaves ends what is under way, however long it takes', async () => {
  // More than createServer waits by itself.
  const app = moduleOf(`
    export default () => {
      const router = new Router()
      router.post('/echo', async (req, res) => {
        res.write(process.pid + ' ')
        for await (const chunk of req) res.write(chunk)
        res.end()
      })
      return createServer(router, { closeTimeout: 1 })
    }`)
  const { cluster, ...at } = await start(app, { workers: 1 })
  const { pid, finish, closed } = await begin(at)
  const exit = next(cluster, 'exit')
  const reloaded = cluster.reload()
  const after = await draining(cluster)
  // Another one has the place, and what it answers is told by others already.
  assert.notEqual(after.pid, pid)
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.equal((await finish()).text, `${pid} done`)
  await closed
  const { reason, code } = await exit
  assert.deepEqual([reason, code], ['reload', 0])
  await reloaded
  await cluster.close()
})

test('the next answer on a connection is its last one, and says so', async () => {
  const { cluster, ...at } = await start(BUSY, { workers: 1 })
  const socket = net.connect(at.port, at.host)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
    socket.write(GET)
  })
  socket.write(GET)
  const ended = once(socket, 'end')
  await cluster.reload()
  await within(ended, 'the end of the connection')
  const answers = parseResponses(Buffer.from(text))
  const last = answers.pop()
  assert.equal(last?.headers.connection, 'close')
  assert.ok(answers.length > 0)
  for (const { headers, text } of answers) {
    assert.equal(headers.connection, 'keep-alive')
    assert.equal(text, last?.text)
  }
  await cluster.close()
})

test('an idle connection does not hold a worker', async () => {
  const { cluster, ...at } = await start(BUSY, { workers: 1 })
  const socket = net.connect(at.port, at.host)
  socket.write(GET)
  await within(once(socket, 'data'), 'the answer')
  const closed = once(socket.resume(), 'close')
  await within(cluster.reload(), 'the reload')
  await within(closed, 'the end of the connection')
  await cluster.close()
})

test('one that takes too long is killed, and its clients are counted', async () => {
  const { cluster, ...at } = await start(BUSY, {
    ...{ workers: 1, drainTimeout: 500, hungAfter: 2000 },
  })
  const clients = [await begin(at), await begin(at), await begin(at)]
  const told = () => cluster.metrics().total.connections === 3
  while (!told()) await within(once(cluster, 'message'), 'a heartbeat')
  const exit = next(cluster, 'exit')
  await cluster.reload()
  const { reason, signal, connections } = await exit
  assert.deepEqual(
    [reason, signal, connections],
    ['drain-timeout', 'SIGKILL', 3],
  )
  for (const { closed, answers } of clients) {
    await closed
    assert.deepEqual(answers(), [])
  }
  await cluster.close()
})

test('close() has the same limit', async () => {
  const { cluster, ...at } = await start(BUSY, { drainTimeout: 1500 })
  await begin(at)
  /** @type {string[]} */
  const reasons = []
  cluster.on('exit', ({ reason }) => reasons.push(reason))
  await within(cluster.close(), 'close()')
  assert.deepEqual(reasons.sort(), ['close', 'drain-timeout'])
})

test('kill() during a drain does not wait', async () => {
  const { cluster, ...at } = await start(BUSY, { workers: 1 })
  const { closed } = await begin(at)
  const exit = next(cluster, 'exit')
  const closing = cluster.close()
  await cluster.kill()
  await closing
  const { reason, signal } = await exit
  assert.deepEqual([reason, signal], ['kill', 'SIGKILL'])
  await closed
})

test('an answer without an end is told that it has to have one', async () => {
  const { cluster, ...at } = await start(BUSY, { workers: 1 })
  const { pid, closed, answers } = await begin(at, '/events')
  const exit = next(cluster, 'exit')
  await cluster.reload()
  await closed
  assert.equal(answers()[0].text, `${pid} over`)
  assert.equal((await exit).code, 0)
  await cluster.close()
})

const ECHO = `
  const router = new Router()
  router.get('/who', () => process.pid)
  const server = createServer(router)
  server.on('upgrade', (req, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\\r\\n\\r\\n')
    socket.on('data', (chunk) => socket.write(chunk))
    socket.on('end', () => socket.end())`

const UPGRADE =
  'GET /chat HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n'

/** @param {{ host: string, port: number }} at */
async function upgrade({ host, port }) {
  const socket = net.connect(port, host)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // A worker that is killed resets it.
  socket.on('error', () => {})
  socket.write(UPGRADE)
  await within(once(socket, 'data'), 'another protocol')
  return { socket, closed }
}

test('an upgraded connection on which something moves goes on, until the limit', async () => {
  // The worker makes it move, which goes on when this process is held up.
  const app = moduleOf(`${ECHO}
    const ticking = setInterval(() => socket.write('.'), 20)
    socket.on('close', () => clearInterval(ticking))
  }); export default server`)
  const { cluster, ...at } = await start(app, {
    ...{ workers: 1, drainTimeout: 1500 },
  })
  const { socket, closed } = await upgrade(at)
  const exit = next(cluster, 'exit')
  const reloaded = cluster.reload()
  const begun = Date.now()
  let last = begun
  socket.on('data', () => {
    last = Date.now()
  })
  assert.equal((await exit).reason, 'drain-timeout')
  assert.ok(last - begun > 1000)
  await within(closed, 'the end of the connection')
  await reloaded
  await cluster.close()
})

test('a quiet one ends', async () => {
  const app = moduleOf(`${ECHO} }); export default server`)
  const { cluster, ...at } = await start(app, { workers: 1 })
  const { closed } = await upgrade(at)
  const exit = next(cluster, 'exit')
  await cluster.reload()
  await within(closed, 'the end of the connection')
  assert.equal((await exit).code, 0)
  await cluster.close()
})

test('an app is told, so that it can say farewell', async () => {
  const app = moduleOf(`
    export default ({ signal }) => {
      ${ECHO}
        signal.addEventListener('abort', () => socket.end('farewell'))
      })
      return server
    }`)
  const { cluster, ...at } = await start(app, { workers: 1 })
  const { socket, closed } = await upgrade(at)
  const said = once(socket, 'data')
  const exit = next(cluster, 'exit')
  const reloaded = cluster.reload()
  const [farewell] = await within(said, 'a farewell')
  assert.equal(String(farewell), 'farewell')
  await within(closed, 'the end of the connection')
  assert.equal((await exit).reason, 'reload')
  await reloaded
  await cluster.close()
})

test('what is pipelined when a worker leaves is answered', async () => {
  const { cluster, ...at } = await start(BUSY, { workers: 1 })
  const slow = 'GET /slow/100 HTTP/1.1\r\nHost: x\r\n\r\n'
  const answered = rawRequest(at.port, slow + GET.repeat(20), {
    host: at.host,
    responses: 21,
  })
  const [answers] = await Promise.all([answered, cluster.reload()])
  assert.equal(parseResponses(answers).length, 21)
  await cluster.close()
})

/** @param {import('node:net').Socket} socket */
async function answerOn(socket) {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write('GET /who HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await within(once(socket, 'end'), 'the end of an answer')
  return parseResponses(Buffer.from(text))[0].status
}

test('round-robin: a connection that is handed to a worker that leaves is handed to another', async () => {
  const { cluster, ...at } = await start(BUSY, { workers: 1 })
  const old = /** @type {import('../lib/cluster/child.js').Child} */ (
    [...cluster.children][0]
  )
  const drain = old.drain.bind(old)
  /** @type {net.Socket | undefined} */
  let socket
  old.drain = async (reason) => {
    socket = net.connect(at.port, at.host)
    // The kernel has it by then, and the primary has not.
    await new Promise((resolve) => process.nextTick(resolve))
    const exited = drain(reason)
    // The worker says that it takes no more: the primary hears both at once.
    const end = performance.now() + 500
    while (isRunning(old.pid) && performance.now() < end);
    return exited
  }
  const reloaded = cluster.reload()
  await next(cluster, 'ready')
  while (!socket) await nextTurn()
  assert.equal(await answerOn(socket), 200)
  await reloaded
  await cluster.close()
})
