import { checkValue, having } from '../common/options.js'
import { shared } from '../common/shared.js'

/** @import { VelocyError } from '../common/errors.js' */
/** @import { Logger } from './logger.js' */
/** @import { LogFile } from './file.js' */
/** @typedef {Pick<LogFile, 'batchSize' | 'flushSync'>} Saved */

const LOG_RULE = having('a Logger', 'fatal')
const FILE_RULE = having('a LogFile', 'flushSync')

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP']

/**
 * @typedef {object} State
 * @property {Set<{ log: Logger, file: Saved }>} saved
 * @property {() => void} stop takes the listeners off
 */
const idle = () => {}

/** @type {State} */
const state = shared('log.exit', () => ({ saved: new Set(), stop: idle }))

/**
 * Saves what waits in memory when the process ends, as far as a process can
 * see that coming. It ends as it would have without us: with the same status,
 * signal and stack trace.
 *
 * @param {Logger} log gets the error that ends the process, as fatal. With a
 *   listener for `uncaughtException`, which is another's, the process goes on
 * @param {Saved} file
 * @returns {() => void} takes it back
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function flushOnExit(log, file) {
  checkValue('flushOnExit', 'log', log, LOG_RULE)
  checkValue('flushOnExit', 'file', file, FILE_RULE)
  const { isMainThread } = process.getBuiltinModule('node:worker_threads')
  // The main thread ends the others without warning: nothing may wait there.
  if (!isMainThread) file.batchSize = 0
  const entry = { log, file }
  if (state.saved.size === 0) state.stop = listen()
  state.saved.add(entry)
  return () => {
    if (!state.saved.delete(entry) || state.saved.size > 0) return
    state.stop()
    state.stop = idle
  }
}

/** @returns {() => void} takes the listeners off */
function listen() {
  process.on('exit', onExit)
  process.on('uncaughtExceptionMonitor', onCrash)
  for (const signal of SIGNALS) process.prependListener(signal, onSignal)
  return () => {
    process.off('exit', onExit)
    process.off('uncaughtExceptionMonitor', onCrash)
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}

function onExit() {
  for (const { file } of state.saved) {
    file.flushSync()
    // Other listeners may come after this one and have something to say.
    file.batchSize = 0
  }
}

/** @param {unknown} error @param {string} origin */
function onCrash(error, origin) {
  for (const { log, file } of state.saved) {
    log.fatal(error, { origin })
    file.flushSync()
  }
}

/** @param {NodeJS.Signals} signal */
function onSignal(signal) {
  for (const { file } of state.saved) file.flushSync()
  // Others may count the listeners, too, to see whether they are alone. If we
  // stayed, each of us would leave the end to the other.
  process.off(signal, onSignal)
  if (process.listenerCount(signal) === 0) {
    state.stop()
    // Without a listener, the signal does what signals do.
    process.kill(process.pid, signal)
    return
  }
  // Someone else has a plan, such as a server that closes: `exit` will come.
  const { stop } = state
  process.nextTick(() => {
    if (state.stop === stop) process.prependListener(signal, onSignal)
  })
}
