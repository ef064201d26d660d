import cluster from 'node:cluster'
import { shared } from '../common/shared.js'
import { messageOf } from './messages.js'

/** @import { Server } from 'node:http' */
/** @import { FromWorker, Start, ToWorker } from './messages.js' */

/** What all copies of Velocy in a worker know of it. */
export const self = shared('worker', () => {
  const isOurs = process.env.VELOCY_WORKER === '1'
  // What the app starts itself is no worker.
  delete process.env.VELOCY_WORKER
  return {
    isWorker: isOurs && cluster.isWorker,
    isTaken: false,
    /** @type {Start | undefined} since it was told */
    start: /** @type {Start | undefined} */ (undefined),
    /** @type {Server | undefined} since it listens */
    server: /** @type {Server | undefined} */ (undefined),
    /** Aborted when this worker is to leave. */
    leaving: new AbortController(),
    /** What is to be said before it goes. */
    lastWords: /** @type {(() => void)[]} */ ([]),
  }
})

/** @param {FromWorker} message */
export function tell(message) {
  if (process.connected) process.send?.(message, undefined, {}, () => {})
}

/** @param {(message: ToWorker) => void} take */
export function listenTo(take) {
  process.on('message', (received) => {
    /** @type {ToWorker | null} */
    const message = messageOf(received)
    if (message !== null) take(message)
  })
}
