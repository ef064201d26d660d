import { http } from '../common/node-http.js'
import { checkValue, having } from '../common/options.js'

/** @import { Server } from 'node:http' */
/** @import { VelocyError } from '../common/errors.js' */
/** @import { Metrics, Observer } from './metrics.js' */

const SERVER = having('a server', 'prependListener')
const METRICS = having('a Metrics', 'histogram')
const NAME = 'http_server_request_duration_seconds'
const HELP = 'How long requests took, from their head to the end of the answer.'

/** The property of a response that says when its request began, in ms. */
const BEGUN = Symbol('begun')

/**
 * Measures how long each request takes, by the pattern of its route, its method
 * and the status of its answer, 0 if its client left before. Without this call,
 * requests cost nothing extra.
 *
 * @param {Server} server
 * @param {Metrics} metrics
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function measureRequests(server, metrics) {
  checkValue('measureRequests', 'server', server, SERVER)
  checkValue('measureRequests', 'metrics', metrics, METRICS)
  const observerOf = observersOf(metrics)
  /** @this {any} a response; one listener is for all of them */
  function end() {
    const { req, headersSent, statusCode } = this
    const status = headersSent ? statusCode : 0
    const observer = observerOf(req.route?.path ?? '', req.method, status)
    observer.observe((performance.now() - this[BEGUN]) / 1000)
  }
  server.prependListener('request', (_req, /** @type {any} */ res) => {
    res[BEGUN] = performance.now()
    res.on('close', end)
  })
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
  /** @param {string} route @param {string} given @param {number} status */
  return (route, given, status) => {
    const found = all.get(route)?.get(given)?.get(status)
    if (found) return found
    // A client may have made it up.
    const method = http.METHODS.includes(given) ? given : 'OTHER'
    const observer = durations.of({ method, route, status })
    const byMethod = all.get(route) ?? new Map()
    const byStatus = byMethod.get(method) ?? new Map()
    all.set(route, byMethod.set(method, byStatus.set(status, observer)))
    return observer
  }
}
