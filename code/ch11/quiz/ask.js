import { once } from 'node:events'
import { createServer } from 'velocy'

/** @import { Router } from 'velocy' */

/**
 * Sends a router a single request, and prints the answer at the very end.
 *
 * @param {Router<any>} router
 * @param {string} path
 */
export async function ask(router, path) {
  const server = createServer(router)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  const text = await response.text()
  server.close()
  await once(server, 'close')
  console.log(`The client gets: ${response.status} ${text}`)
}
