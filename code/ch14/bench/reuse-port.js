/** Our server, where each worker of node:cluster has a socket of its own. */
import makeServer from '../server.js'

/** @param {{ port?: number, host?: string }} options */
export async function start({ port = 8080, host = '127.0.0.1' }) {
  const { signal } = new AbortController()
  const server = makeServer({ id: 0, generation: 0, data: {}, signal })
  server.listen({ port, host, reusePort: true })
}
