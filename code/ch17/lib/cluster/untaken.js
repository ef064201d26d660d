import cluster from 'node:cluster'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** @import { Child } from './child.js' */
/** @import { Cluster } from './supervisor.js' */

/**
 * In turn, a worker is handed a connection, and the primary keeps its own
 * descriptor until the worker says whether it takes it. One that is killed
 * before that never says so: node:cluster would wait for ever, and so would the
 * client. This closes what a dead worker has left.
 *
 * @param {Cluster} supervisor
 */
export function closeUntaken(supervisor) {
  supervisor.on('fork', (/** @type {Child} */ child) => {
    const workers = Object.values(cluster.workers ?? {})
    const worker = workers.find((one) => one?.process.pid === child.pid)
    if (!worker) return
    const handed = watchHanded(worker.process)
    child.exited.then(async () => {
      // What it has said last is read in this turn of the loop.
      await nextTurn()
      for (const handle of handed.values()) handle.close()
    })
  })
}

/**
 * @param {import('node:child_process').ChildProcess} process
 * @returns {Map<number, { close: () => void }>} the connections that it was
 *   handed and has said nothing of, by the number of the message
 */
function watchHanded(process) {
  const handed = new Map()
  const send = process.send
  // What node:cluster says to a worker goes this way.
  process.send = (/** @type {any[]} */ ...args) => {
    const [message, handle] = args
    if (message?.act === 'newconn') handed.set(message.seq, handle)
    return /** @type {any} */ (send).apply(process, args)
  }
  // One that it gives back is for another worker.
  process.on('internalMessage', ({ ack }) => handed.delete(ack))
  return handed
}
