import { Gauge } from './gauge.js'
import { tell } from './self.js'

/** @import { Server } from 'node:http' */

/** @type {Gauge | undefined} */
let gauge

/**
 * Tells the primary that the event loop turns, and how the worker is.
 *
 * @param {Server} server
 * @param {number} interval in ms
 */
export function beat(server, interval) {
  gauge = new Gauge(server)
  setInterval(tellFigures, interval).unref()
  tellFigures()
}

/** Tells it once more: before it ends, so that all requests are counted. */
export async function tellFigures() {
  if (gauge) tell({ velocy: 'heartbeat', figures: await gauge.read() })
}
