import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { moduleOf, start } from './clusters.js'
import { parseResponses, within } from './support.js'

/** @typedef {{ host: string, port: number }} App */

/**
 * Who gets no turn for so long, in ms, may look quiet, and a server that leaves
 * ends quiet connections.
 */
const LATE = 100

/** What these clients ask. */
export const BUSY = moduleOf(`
  export default ({ id, generation, data, signal }) => {
    const router = new Router()
    const { pid } = process
    router.get('/who', () => ({ id, pid, generation }))
    router.get('/loop', () => { for (;;); })
    router.get('/slow/:time', (req) => {
      const end = performance.now() + Number(req.params.time)
      while (performance.now() < end);
      return { pid }
    })
    router.post('/:name', async (req, res) => {
      res.write(pid + ' ')
      if (req.params.name === 'say') signal.addEventListener('abort', () => {
        process.stdout.write('to nobody\\n')
      })
      for await (const chunk of req) res.write(chunk)
      res.end()
    })
    router.get('/events', (req, res) => {
      res.write(pid + ' ')
      signal.addEventListener('abort', () => res.end('over'))
    })
    return createServer(router, { engine: data?.engine ?? 'net' })
  }`)

/**
 * A request that is under way until its client says so.
 *
 * @param {App} app
 * @param {string} [path] /events has no body
 */
export async function begin(app, path = '/echo') {
  const socket = net.connect(app.port, app.host)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  // How it ends is told by what has come.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const method = path === '/events' ? 'GET' : 'POST'
  const fields = path === '/events' ? '' : 'Content-Length: 4\r\n'
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`)
  const chunk = /\r\n\r\n[\da-f]+\r\n(\d+) \r\n/
  while (!chunk.test(text)) {
    await within(once(socket, 'data'), `the beginning of ${path}`)
  }
  return {
    pid: Number(chunk.exec(text)?.[1]),
    socket,
    closed: within(closed, 'the end of a connection'),
    answers: () => parseResponses(Buffer.from(text)),
    /** Its answer is complete then. */
    async finish() {
      socket.write('done')
      while (parseResponses(Buffer.from(text)).length === 0) {
        await within(once(socket, 'data'), 'the end of an answer')
      }
      return parseResponses(Buffer.from(text))[0]
    },
  }
}

/**
 * Clients that ask all the time, each as soon as it has its answer: half of
 * them on connections that stay, half on a new one for each request.
 *
 * @param {App} app
 */
export function storm({ host, port }, clients = 8) {
  let isOver = false
  let answered = 0
  /** @type {any[]} */
  const errors = []
  const agents = Array.from(
    { length: clients },
    (_, i) => new http.Agent({ keepAlive: i % 2 === 0, maxSockets: 1 }),
  )
  const turns = monitorEventLoopDelay({ resolution: 10 })
  turns.enable()
  const running = agents.map(async (agent) => {
    while (!isOver) {
      try {
        await get({ host, port, agent, path: '/who' })
        answered++
      } catch (error) {
        errors.push(error)
      }
    }
    agent.destroy()
  })
  return async () => {
    isOver = true
    await within(Promise.all(running), 'the last answers')
    turns.disable()
    const isLate = turns.max / 1e6 > LATE
    const lost = errors.filter(({ looksQuiet }) => !(isLate && looksQuiet))
    return { answered, errors: lost }
  }
}

/** @param {http.RequestOptions} options */
async function get(options) {
  const outgoing = http.get(options)
  outgoing.on('error', (/** @type {any} */ error) => {
    error.looksQuiet = outgoing.reusedSocket && error.code === 'ECONNRESET'
  })
  const [incoming] = await within(once(outgoing, 'response'), 'an answer')
  for await (const _ of incoming);
  if (incoming.statusCode !== 200) throw new Error(`${incoming.statusCode}`)
}

/** @param {import('../lib/cluster/index.js').ClusterOptions} options */
export async function reloadUnderLoad(options) {
  const { cluster, ...app } = await start(BUSY, options)
  const stop = storm(app)
  await cluster.reload()
  const { answered, errors } = await stop()
  assert.deepEqual(errors, [])
  assert.ok(answered > 100, `${answered} answers`)
  await cluster.close()
}
