/** @import { Logger } from './logger.js' */
/** @import { LogFile } from './log-file.js' */

/**
 * Saves what waits in memory when the process ends, as far as a process can
 * know that it does. It ends as it would have without this: with the same
 * status, signal and stack trace.
 *
 * @param {Logger} log gets the error that ends the process, as fatal
 * @param {LogFile} file
 * @returns {() => void} takes all of it back
 */
export function flushOnExit(log, file) {
  const onExit = () => {
    file.flushSync()
    // Other listeners may come after this one and have something to say.
    file.batchSize = 0
  }
  /** @param {unknown} error @param {string} origin */
  const onCrash = (error, origin) => {
    log.fatal(error, { origin })
    file.flushSync()
  }
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    file.flushSync()
    // Someone else has a plan, such as a server that closes: `exit` will come.
    if (process.listenerCount(signal) > 1) return
    undo()
    // Without a listener, the signal does what signals do.
    process.kill(process.pid, signal)
  }
  const undo = () => {
    process.off('exit', onExit)
    process.off('uncaughtExceptionMonitor', onCrash)
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
  process.on('exit', onExit)
  process.on('uncaughtExceptionMonitor', onCrash)
  for (const signal of SIGNALS) process.prependListener(signal, onSignal)
  return undo
}

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']
