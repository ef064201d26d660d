/**
 * Makes `log` be called with "now", "tick", "microtask", "immediate" and
 * "timer", in this order. It is called in a callback of the poll phase.
 *
 * @param {(word: string) => void} log
 */
export function inOrder(log) {
  setTimeout(() => log('timer'), 0)
  setImmediate(() => log('immediate'))
  queueMicrotask(() => log('microtask'))
  process.nextTick(() => log('tick'))
  log('now')
}
