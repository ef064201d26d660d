/**
 * A cluster in a process of its own, so that its clients do not disturb it.
 * It does what it is asked to by messages: `{ ask: 'reload' }`.
 *
 *     fork('primary.js', [JSON.stringify({ engine: 'net', … })])
 */
import cluster from 'node:cluster'
import { readdirSync } from 'node:fs'
import process from 'node:process'
import { serve } from '../lib/cluster/index.js'

/** @import { Cluster, ClusterOptions } from '../lib/cluster/index.js' */

/** What goes as it should is not worth a line here. */
const log = /** @type {any} */ ({
  info() {},
  warn() {},
  error: console.error,
})

const { engine, schedule, ...options } = JSON.parse(process.argv[2])
if (schedule === 'shared') cluster.schedulingPolicy = cluster.SCHED_NONE
const data = { engine, reusePort: schedule === 'reusePort' }
const supervisor = await serve(new URL('app.js', import.meta.url), {
  ...{ port: 0, host: '127.0.0.1', data, log },
  .../** @type {ClusterOptions} */ (options),
})

/** @type {Record<string, () => unknown>} */
const answers = {
  reload: () => supervisor.reload(),
  close: () => supervisor.close(),
  workers: () => supervisor.workers,
  weigh,
}

/** What the primary has open, and takes. */
function weigh() {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return {
    descriptors: readdirSync('/proc/self/fd').length,
    listeners: listenersOf(process) + listenersOf(cluster) + of(supervisor),
    resources: process.getActiveResourcesInfo().length,
    heapUsed,
    rss,
  }
}

/** @param {Cluster} supervisor */
const of = (supervisor) =>
  listenersOf(supervisor) + Object.keys(cluster.workers ?? {}).length

/** @param {import('node:events').EventEmitter} emitter */
function listenersOf(emitter) {
  const names = emitter.eventNames()
  return names.reduce((sum, name) => sum + emitter.listenerCount(name), 0)
}

process.on('message', async (/** @type {any} */ { ask, number }) => {
  try {
    process.send?.({ number, answer: await answers[ask]() })
  } catch (/** @type {any} */ error) {
    process.send?.({ number, error: error.message })
  }
})
// The proof has gone, whatever has become of it.
process.on('disconnect', () => supervisor.kill())
process.send?.({ number: 0, answer: supervisor.address()?.port })
