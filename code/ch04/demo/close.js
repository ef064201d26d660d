import net from 'node:net'

/** Time for a request that may already be on its way, in ms. */
const QUIET = 200

/** Time limit for requests that are still arriving, in ms. */
const GRACE = 1000

/**
 * Stops accepting connections. Each open one is closed with its next response,
 * or once it is idle.
 *
 * @param {import('node:http').Server} server
 * @returns {Promise<void>} resolves when the last connection is gone
 */
export function close(server) {
  return new Promise((resolve) => {
    server.prependListener('request', sayGoodbye)
    const sweep = setInterval(() => server.closeIdleConnections(), QUIET)
    const deadline = setTimeout(() => server.closeAllConnections(), GRACE)
    // http.Server's close() would cut off idle connections at once.
    net.Server.prototype.close.call(server, () => {
      clearInterval(sweep)
      clearTimeout(deadline)
      // But only that one stops the timer for slow requests.
      server.close()
      resolve()
    })
  })
}

/**
 * @param {import('node:http').IncomingMessage} _req
 * @param {import('node:http').ServerResponse} res
 */
function sayGoodbye(_req, res) {
  res.setHeader('connection', 'close')
}
