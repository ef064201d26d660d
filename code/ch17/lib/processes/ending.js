import os from 'node:os'

/** By number. @type {Map<number, NodeJS.Signals>} */
const signals = new Map(
  Object.entries(os.constants.signals)
    .reverse()
    .map(([name, number]) => [number, /** @type {NodeJS.Signals} */ (name)]),
)

/**
 * Those of which a shell says nothing: they are too ordinary.
 *
 * @type {ReadonlySet<NodeJS.Signals>}
 */
export const SILENT = new Set(['SIGINT', 'SIGPIPE'])

/**
 * @typedef {object} Ending how a process ended: one of the two is null
 * @property {number | null} code that it has exited with
 * @property {NodeJS.Signals | null} signal that has ended it
 */

/**
 * What a status of the shell means: 143 may be `exit 143`, or the end by
 * SIGTERM, which is signal 15. A shell says `Terminated` when it was the
 * signal.
 *
 * @param {number} status from 0 to 255
 * @param {boolean} hasSaid whether the shell has said anything
 * @param {Set<NodeJS.Signals>} expected signals that it may have got without
 *   a word of the shell
 * @returns {Ending}
 */
export function endingOf(status, hasSaid, expected) {
  const signal = status > 128 ? signals.get(status - 128) : undefined
  if (signal !== undefined && (hasSaid || expected.has(signal))) {
    return { code: null, signal }
  }
  return { code: status, signal: null }
}

/**
 * @param {NodeJS.Signals | number} signal
 * @returns {NodeJS.Signals} its name
 */
export function nameOfSignal(signal) {
  const number =
    typeof signal === 'string'
      ? os.constants.signals[
          /** @type {NodeJS.Signals} */ (signal.toUpperCase())
        ]
      : signal
  const name = signals.get(number)
  if (name === undefined) {
    throw Object.assign(new TypeError(`Unknown signal: ${signal}`), {
      code: 'ERR_UNKNOWN_SIGNAL',
    })
  }
  return name
}
