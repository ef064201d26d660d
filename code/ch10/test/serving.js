import { once } from 'node:events'
import http from 'node:http'
import { after } from 'node:test'
import { library } from './library.js'

/** @type {typeof import('../lib/index.js')} */
export const velocy = await library('lib/index.js')

/** Whether it is node:http that reads the requests. */
export const isNodeHttp =
  velocy.createServer(new velocy.Router()) instanceof http.Server

/** @type {http.Server[]} */
const servers = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/**
 * A server with routes of its own, which ends with the test file.
 *
 * @param {(router: import('../lib/index.js').Router) => void} addRoutes
 * @param {any} [options] of the router
 */
export async function serve(addRoutes, options) {
  const router = new velocy.Router(options)
  addRoutes(router)
  const server = velocy.createServer(router).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return { host: '127.0.0.1', port, router, server }
}

/**
 * What is printed as an error while a test runs, and not shown.
 *
 * @param {import('node:test').TestContext} t
 * @returns {() => any[]} what was printed so far
 */
export function capturePrints(t) {
  const { mock } = t.mock.method(console, 'error', () => {})
  return () => mock.calls.map((call) => call.arguments[0])
}

/**
 * @param {string} path
 * @param {string} [fields] each with its line break
 */
export const head = (path, fields = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`
