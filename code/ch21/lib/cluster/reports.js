/** @import { Exit } from './child.js' */
/** @import { Cluster } from './cluster.js' */

/**
 * Logs what happens to workers. Without a log, failures are printed.
 *
 * @param {Cluster} cluster
 */
export function report(cluster) {
  const { log } = cluster.settings
  cluster.on('ready', ({ id, pid, generation }) => {
    log?.info('worker ready', { worker: id, pid, generation })
  })
  cluster.on('exit', (exit) => {
    const { id, failure, age, ...rest } = exit
    const fields = { worker: id, ...rest, age: Math.round(age) }
    if (exit.code === 0 && exit.reason !== 'crash') {
      log?.info('worker ended', fields)
    } else if (log) {
      log.warn('worker ended', { ...fields, error: failure?.stack })
    } else if (cluster.isStarted && !cluster.isClosing) {
      console.error(inWords(exit))
    }
  })
  cluster.on('reload', ({ generation, replaced, error }) => {
    if (!error) log?.info('reloaded', { generation, replaced })
    else if (log) log.error(error.message, { generation, replaced })
    else console.error(error.message)
  })
}

/** @param {Exit} exit */
function inWords({ id, pid, code, signal, reason, age, failure }) {
  const how = signal ?? `exit code ${code}`
  const why = failure ? `${how}: ${failure.message}` : how
  const seconds = (age / 1000).toFixed(1)
  return `Worker ${id} (process ${pid}) ended after ${seconds} s (${reason}): ${why}`
}
