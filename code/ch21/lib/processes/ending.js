import os from 'node:os'

/** Names by number. SIGABRT is SIGIOT, too: the first name wins. */
const signals = new Map(
  Object.entries(os.constants.signals)
    .reverse()
    .map(([name, number]) => [number, /** @type {NodeJS.Signals} */ (name)]),
)

/**
 * @typedef {object} Ending how a program ended: one of the two is null
 * @property {number | null} code that it exited with
 * @property {NodeJS.Signals | null} signal that ended it
 */

/**
 * What the status of a shell means. A program can exit with 143 by itself, but
 * the shell says the same of one that SIGTERM, signal 15, has ended.
 *
 * @param {number} status from 0 to 255
 * @returns {Ending}
 */
export function endingOf(status) {
  const signal = signals.get(status - 128)
  return signal ? { code: null, signal } : { code: status, signal: null }
}

/**
 * @param {NodeJS.Signals | number} signal
 * @returns {NodeJS.Signals} its name
 * @throws {TypeError} ERR_UNKNOWN_SIGNAL
 */
export function signalName(signal) {
  const name = typeof signal === 'number' ? signals.get(signal) : signal
  if (name !== undefined && Object.hasOwn(os.constants.signals, name)) {
    return name
  }
  const message = `Unknown signal: ${signal}`
  throw Object.assign(new TypeError(message), { code: 'ERR_UNKNOWN_SIGNAL' })
}
