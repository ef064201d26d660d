import { once } from 'node:events'
import { library } from './library.js'

const { createServer } = await library('lib/index.js')
const testing = await library('lib/testing/inject.js')

/**
 * Listens until the test ends.
 *
 * @param {import('node:test').TestContext} t
 * @param {any} server
 * @param {any} [where] by default, any port of 127.0.0.1
 * @returns {Promise<any>} its address, with the host that clients ask
 */
export async function listen(
  t,
  server,
  where = { port: 0, host: '127.0.0.1' },
) {
  server.listen(where)
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { ...where, port: server.address().port }
}

/**
 * Serves a router until the test ends.
 *
 * @param {import('node:test').TestContext} t
 * @param {any} router
 */
export const serveRouter = (t, router) => listen(t, createServer(router))

/** By the engine that is to be tested. @type {any} */
export const inject = (
  /** @type {any} */ router,
  /** @type {any} */ question,
) => testing.inject(createServer(router), question)
