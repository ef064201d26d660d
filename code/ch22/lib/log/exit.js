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
 * Writes the lines that are still in memory when the process ends, as far as a
 * process can see that coming. It ends as it would have without a log: with
 * the same status, signal and stack trace.
 *
 * @param {Logger} log gets the error that ends the process, as fatal. If the
 *   program listens for `uncaughtException`, the process goes on afterwards
 * @param {LogFile} file
 * @returns {() => void} takes it back
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function flushOnExit(log, file) {
  checkValue('flushOnExit', 'log', log, LOG_RULE)
  checkValue('flushOnExit', 'file', file, FILE_RULE)
  const { isMainThread } = process.getBuiltinModule('node:worker_threads')
  // The main thread ends a worker without an `exit` event: nothing may wait.
  if (!isMainThread) file.batchSize = 0
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
    // A listener that comes after this one may still log a line.
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
  // Other listeners may count, too, to see whether they are alone. If this one
  // stayed, each would leave ending the process to the other.
  process.off(signal, onSignal)
  // Without a listener, the signal does what signals do. Another listener has
  // a plan, such as closing a server: `exit` will come.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  process.nextTick(() => {
    if (saved.size > 0) process.prependListener(signal, onSignal)
  })
}
