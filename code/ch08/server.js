// ANCHOR: handler
import { once } from 'node:events'
import { createServer, Router } from './lib/index.js'

/** The routes of the demo. */
export const router = new Router()

for (const word of ['hey', 'hell', 'hello', 'about']) {
  router.get(`/${word}`, (_req, res) => res.text(word))
}
// ANCHOR_END: handler

// ANCHOR: bench
router.get('/bench/:name', (req, res) => {
  const { name } = req.params
  const id = req.queryParams.get('id')
  res.setHeader('x-powered-by', 'benchmark')
  res.json({ name, id })
})
// ANCHOR_END: bench

// ANCHOR: promise
/**
 * Listens, and resolves when connections are accepted.
 *
 * @param {{ port?: number, host?: string }} [options] port 0 picks a free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} `close`
 *   resolves when the last connection is gone
 */
// ANCHOR_END: promise
// ANCHOR: start
export async function start({ port = 8080, host = '127.0.0.1' } = {}) {
  const server = createServer(router)
  server.listen(port, host)
  await once(server, 'listening')
  const address = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return {
    url: `http://localhost:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
// ANCHOR_END: start

// ANCHOR: main
if (import.meta.main) {
  const { PORT = '8080', HOST = '127.0.0.1' } = process.env
  const server = await start({ port: Number(PORT), host: HOST })
  console.log(`Listening on ${server.url}`)
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => server.close())
  }
}
// ANCHOR_END: main
