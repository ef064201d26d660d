import net from 'node:net'

/** How long a client has for one more request, in ms: it may be on its way. */
const QUIET = 200

/** How long close() waits for requests that are still arriving, in ms. */
const GRACE = 1000

/**
 * Stops accepting connections, and ends those that there are: with the next
 * answer, which says so, or when they have been idle for a while.
 *
 * @param {import('node:http').Server} server
 * @returns {Promise<void>} resolves when the last connection is gone
 */
export function close(server) {
  return new Promise((resolve) => {
    server.prependListener('request', sayGoodbye)
    const sweep = setInterval(() => server.closeIdleConnections(), QUIET)
    const deadline = setTimeout(() => server.closeAllConnections(), GRACE)
    // http's own close() cuts what is idle now, with a request on its way.
    net.Server.prototype.close.call(server, () => {
      clearInterval(sweep)
      clearTimeout(deadline)
      // That one also stops the timer that looks for slow requests.
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
