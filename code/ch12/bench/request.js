import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { createServer, Router } from '../lib/index.js'

/** Requests at a time, and how many of them are measured. */
const CONNECTIONS = 8
const COUNT = Number(process.env.REQUESTS ?? 10_000)

/** So much young memory that nothing is collected while it is measured. */
const FLAGS = [
  '--expose-gc',
  '--max-semi-space-size=512',
  '--min-semi-space-size=512',
]
/** With this one, the routes stay a tree. */
const NO_CODE = '--disallow-code-generation-from-strings'

function velocy() {
  const router = new Router()
  router.get('/users/:id', (req, res) => res.json({ id: req.params.id }))
  router.get('/users/:id/posts/:post', (req, res) => res.json(req.params))
  router.get('/', (_req, res) => res.text('hello'))
  return createServer(router)
}

/** @type {Record<string, () => http.Server>} */
const servers = {
  velocy: () => /** @type {any} */ (velocy()),
  'velocy-tree': () => /** @type {any} */ (velocy()),
  'node-http': () =>
    http.createServer((req, res) => {
      const id = (req.url ?? '').slice('/users/'.length)
      const body = Buffer.from(JSON.stringify({ id }))
      res.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      })
      res.end(body)
    }),
}

/**
 * The server's process: it says what is on the heap when it is asked.
 *
 * @param {string} name
 */
async function serve(name) {
  const server = servers[name]()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.(/** @type {any} */ (server.address()).port)
  process.on('message', (word) => {
    if (word === 'begin') globalThis.gc?.()
    const { heapUsed } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    process.send?.({ heapUsed, cpu: user + system })
  })
}

/**
 * @param {number} port
 * @param {http.Agent} agent
 * @param {number} count
 */
async function ask(port, agent, count) {
  for (let number = 0; number < count; number++) {
    const path = `/users/${number + 1_000_000}`
    const sent = http.get({ host: '127.0.0.1', port, agent, path })
    const [response] = await once(sent, 'response')
    await once(response.resume(), 'end')
  }
}

/** @param {string} name */
async function measure(name) {
  const argv = ['serve', name]
  const isTree = name === 'velocy-tree'
  const execArgv = isTree ? [...FLAGS, NO_CODE] : FLAGS
  const child = fork(import.meta.filename, argv, { execArgv })
  try {
    const [port] = await once(child, 'message')
    const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    const share = Math.ceil(COUNT / CONNECTIONS)
    const all = () =>
      Promise.all(
        Array.from({ length: CONNECTIONS }, () => ask(port, agent, share)),
      )
    /** @param {string} word */
    const report = async (word) => {
      child.send(word)
      return (await once(child, 'message'))[0]
    }
    await all()
    const before = await report('begin')
    await all()
    const after = await report('end')
    agent.destroy()
    const requests = share * CONNECTIONS
    return {
      'alloc.request': Math.round(
        (after.heapUsed - before.heapUsed) / requests,
      ),
      'ns.cpu': ((after.cpu - before.cpu) * 1000) / requests,
    }
  } finally {
    child.kill()
  }
}

const [name, server] = process.argv.slice(2)
if (name === 'serve') await serve(server)
else console.log(JSON.stringify(await measure(name)))
