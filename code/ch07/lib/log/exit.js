import { checkValue, having } from '../common/options.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Logger } from './logger.js' */
/** @import { LogFile } from './file.js' */

const LOG_RULE = having('a Logger', 'fatal')
const FILE_RULE = having('a LogFile', 'flushSync')

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** @type {Set<{ log: Logger, file: LogFile }>} */
const saved = new Set()

/**
 * Saves what waits in memory when the process ends, as far as a process can
 * know that it does. It ends as it would have without this: with the same
 * status, signal and stack trace.
 *
 * @param {Logger} log gets the error that ends the process, as fatal. With a
 *   listener for `uncaughtException`, which is another's, the process goes on
 * @param {LogFile} file
 * @returns {() => void} takes it back
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function flushOnExit(log, file) {
  checkValue('flushOnExit', 'log', log, LOG_RULE)
  checkValue('flushOnExit', 'file', file, FILE_RULE)
  const entry = { log, file }
  if (saved.size === 0) listen()
  saved.add(entry)
  return () => {
    if (saved.delete(entry) && saved.size === 0) stopListening()
  }
}

function listen() {
  process.on('exit', onExit)
  process.on('uncaughtExceptionMonitor', onCrash)
  for (const signal of SIGNALS) process.prependListener(signal, onSignal)
}

function stopListening() {
  process.off('exit', onExit)
  process.off('uncaughtExceptionMonitor', onCrash)
  for (const signal of SIGNALS) process.off(signal, onSignal)
}

function onExit() {
  for (const { file } of saved) {
    file.flushSync()
    // Other listeners may come after this one and have something to say.
    file.batchSize = 0
  }
}

/** @param {unknown} error @param {string} origin */
function onCrash(error, origin) {
  for (const { log, file } of saved) {
    log.fatal(error, { origin })
    file.flushSync()
  }
}

/** @param {NodeJS.Signals} signal */
function onSignal(signal) {
  for (const { file } of saved) file.flushSync()
  // Someone else has a plan, such as a server that closes: `exit` will come.
  if (process.listenerCount(signal) > 1) return
  stopListening()
  // Without a listener, the signal does what signals do.
  process.kill(process.pid, signal)
}
