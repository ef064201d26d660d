import { unready } from '../common/closing.js'
import { checkValue, func, time } from '../common/options.js'

/** @import { Server } from 'node:net' */
/** @import { Request } from '../app/request.js' */
/** @import { Response } from '../app/response.js' */

/**
 * Makes a handler that tells a proxy whether requests may come here: 200, or
 * 503 when a check fails or the server is leaving, with what has failed.
 *
 * @param {Record<string, () => boolean>} [checks] What this process knows about
 *   itself, by name. A check that returns anything but true has failed, a
 *   promise too: it can't wait for a store that all machines share. Default:
 *   none.
 * @returns {(req: Request, res: Response) => Response}
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function health(checks = {}) {
  const entries = Object.entries(checks)
  for (const [name, check] of entries) checkValue('health', name, check, func)
  return (req, res) => {
    const failing = entries.filter(([, check]) => check() !== true)
    const failed = failing.map(([name]) => name)
    const { server } = /** @type {any} */ (req.socket ?? {})
    if (unready.has(server)) failed.push('leaving')
    const ready = failed.length === 0
    res.setHeader('cache-control', 'no-store')
    return res.json({ ready, failed }, ready ? 200 : 503)
  }
}

/**
 * Closes a server in the order that loses no request: health() says that it is
 * leaving, then the proxies have time to see it, and then it takes no more
 * connections and answers what is under way.
 *
 * @param {Server} server
 * @param {number} delay How long proxies may take to see it, in ms: the interval
 *   of their checks, times how many of them have to fail, and a bit. 0 to
 *   2,147,483,647.
 * @returns {Promise<void>} resolves when the last connection is gone
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export async function leave(server, delay) {
  checkValue('leave', 'delay', delay, time(0))
  unready.add(server)
  await new Promise((resolve) => setTimeout(resolve, delay))
  await new Promise((resolve) => server.close(resolve))
}
