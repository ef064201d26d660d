/** Workload C by a pool: a program for each request, COMMAND. */
import { once } from 'node:events'
import process from 'node:process'
import { outputOf } from '../demo/spawn.js'
import { createServer, Router } from '../lib/index.js'
import { createPool } from '../lib/processes/index.js'

const { COMMAND = 'echo hi', OUTPUT = 'text' } = process.env
const [file, ...args] = COMMAND.split(' ')

/** @param {{ host: string, port: number }} options */
export async function start({ host, port }) {
  const pool = createPool({ prestart: 32 })
  const router = new Router()
  router.get('/spawn', (_req, res) => {
    const child = pool.spawn(file, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    if (OUTPUT === 'text') return outputOf(child)
    const stdout = /** @type {import('node:stream').Readable} */ (child.stdout)
    child.on('error', (error) => stdout.destroy(error))
    res.setHeader('content-type', 'text/plain; charset=utf-8')
    return stdout
  })
  const server = createServer(router, { engine: 'net' }).listen(port, host)
  await once(server, 'listening')
  console.log(`Listening on http://${host}:${port}`)
}
