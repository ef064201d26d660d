import { channel } from 'node:diagnostics_channel'
import { checkValue, having } from '../common/options.js'

/** @import { Server } from 'node:http' */
/** @import { VelocyError } from '../common/errors.js' */
/** @import { Metrics, Observer } from './metrics.js' */

const SERVER = having('a server', 'prependListener')
const METRICS = having('a Metrics', 'histogram')
const NAME = 'http_server_request_duration_seconds'
const HELP = 'How long requests took, from their head to the end of the answer.'

// Where node:http and our engine tell of an answer that has been sent.
const finished = channel('http.server.response.finish')

/** The property of a socket that holds its requests under way. */
const UNDER_WAY = Symbol('under way')

/**
 * Measures how long each request takes, by the pattern of its route, its method
 * and the status of its answer, 0 if its client left before. Once per server.
 * Without this call, requests cost nothing extra.
 *
 * @param {Server} server
 * @param {Metrics} metrics
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function measureRequests(server, metrics) {
  checkValue('measureRequests', 'server', server, SERVER)
  checkValue('measureRequests', 'metrics', metrics, METRICS)
  const observerOf = observersOf(metrics)
  server.prependListener('request', (/** @type {any} */ { socket }, res) => {
    socket[UNDER_WAY] ??= new UnderWay(socket, observerOf)
    socket[UNDER_WAY].set(res, performance.now())
  })
  finished.unsubscribe(finish)
  finished.subscribe(finish)
}

/** One function for all servers. @param {any} message */
function finish({ socket, response }) {
  socket?.[UNDER_WAY]?.end(response)
}

/** When the requests of a connection began, in ms, by response. */
class UnderWay extends Map {
  #observerOf

  /**
   * @param {any} socket
   * @param {ReturnType<typeof observersOf>} observerOf
   */
  constructor(socket, observerOf) {
    super()
    this.#observerOf = observerOf
    // Then nobody finishes them any more.
    socket.once('close', () => {
      for (const res of this.keys()) this.end(res)
    })
  }

  /** @param {any} res */
  end(res) {
    const begun = this.get(res)
    if (!this.delete(res)) return
    const { req, headersSent, statusCode } = res
    const status = headersSent ? statusCode : 0
    const observer = this.#observerOf(req.route?.path ?? '', req.method, status)
    observer.observe((performance.now() - begun) / 1000)
  }
}

/**
 * Finds observers without making a text of labels each time.
 *
 * @param {Metrics} metrics
 */
function observersOf(metrics) {
  const durations = metrics.histogram(NAME, HELP)
  /** @type {Map<string, Map<string, Map<number, Observer>>>} */
  const all = new Map()
  /** @param {string} route @param {string} method @param {number} status */
  return (route, method, status) => {
    const found = all.get(route)?.get(method)?.get(status)
    if (found) return found
    const observer = durations.of({ method, route, status })
    const byMethod = all.get(route) ?? new Map()
    const byStatus = byMethod.get(method) ?? new Map()
    all.set(route, byMethod.set(method, byStatus.set(status, observer)))
    return observer
  }
}
