import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { LoopDelay } from '../demo/loop-delay.js'
import { createServer } from '../lib/index.js'
import { routes } from '../server.js'

/**
 * The demo over TLS, with the certificate of the harness.
 *
 * @param {{ port: number, host: string }} place
 */
export async function start({ port, host }) {
  const { TLS_CERT = '', TLS_KEY = '' } = process.env
  const tls = { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }
  const server = createServer(routes(new LoopDelay()), { tls })
  server.listen(port, host)
  await once(server, 'listening')
}
