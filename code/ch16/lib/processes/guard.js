/** @import { Run } from './run.js' */

/**
 * Kills a process when its time is over, or when its signal says so, and lets
 * go of both when it has ended.
 *
 * @param {Run} run
 */
export function guard(run) {
  const { child, command } = run
  const { signal, timeout, killSignal } = command
  if (timeout > 0) {
    const timer = setTimeout(() => child.kill(killSignal), timeout)
    run.onEnd.push(() => clearTimeout(timer))
  }
  if (!signal) return
  const abort = () => {
    if (!child.kill(killSignal)) return
    child.emit('error', abortError(signal.reason))
  }
  if (signal.aborted) return process.nextTick(abort)
  signal.addEventListener('abort', abort, { once: true })
  run.onEnd.push(() => signal.removeEventListener('abort', abort))
}

/** As `node:child_process` has it. @param {unknown} cause */
const abortError = (cause) =>
  Object.assign(new Error('The operation was aborted', { cause }), {
    ...{ name: 'AbortError', code: 'ABORT_ERR' },
  })
