import { once } from 'node:events'
import { createReadStream, statSync, writeFileSync } from 'node:fs'
import { createServer, Router } from '../lib/index.js'

export const PATH = 'dawn.wav'
writeFileSync(PATH, Buffer.alloc(32 * 1024 * 1024))

const router = new Router({ onError: () => {} })
router.get('/file', (_req, res) => res.file(PATH))
router.get('/pipe', (_req, res) => {
  res.setHeader('content-length', statSync(PATH).size)
  createReadStream(PATH).pipe(res)
})

export const server = createServer(router, { engine: 'http' })
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = /** @type {any} */ (server.address())
export const { port } = address
