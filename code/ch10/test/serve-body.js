import { once } from 'node:events'
import { after } from 'node:test'
import { library } from './library.js'

/** @typedef {import('../lib/index.js').Request} Request */
/** @typedef {import('../lib/index.js').Response} Response */

/** @type {typeof import('../lib/index.js')} */
const { createServer, Router } = await library('lib/index.js')

/** @type {import('node:http').Server[]} */
const servers = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/**
 * A server that answers `POST /` with a handler, and what it threw.
 *
 * @param {(req: Request, res: Response) => unknown} handler
 * @param {object} [options] of the route
 * @param {object} [routerOptions]
 */
export async function serveBody(handler, options, routerOptions) {
  /** @type {any[]} */
  const errors = []
  /** @param {Request} req @param {Response} res */
  const watched = async (req, res) => {
    try {
      return await handler(req, res)
    } catch (error) {
      errors.push(error)
      throw error
    }
  }
  const router = new Router({ onError() {}, ...routerOptions })
  if (options) router.post('/', options, watched)
  else router.post('/', watched)
  const server = createServer(router)
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return { host: '127.0.0.1', port, errors, server }
}

/**
 * @param {string | Buffer} body
 * @param {Record<string, string | number>} [fields]
 * @returns {Buffer} a POST request
 */
export function post(body, fields = {}) {
  const bytes = Buffer.from(/** @type {string} */ (body))
  const all = { host: 'x', 'content-length': bytes.length, ...fields }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const head = ['POST / HTTP/1.1', ...lines, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head), bytes])
}
