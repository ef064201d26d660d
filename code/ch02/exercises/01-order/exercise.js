/**
 * Makes `log` be called with "now", "tick", "microtask", "immediate" and
 * "timer", in this order. It is called in a callback of the poll phase.
 *
 * @param {(word: string) => void} log
 */
export function inOrder(log) {
  setTimeout(() => log('now'), 0)
  setTimeout(() => log('tick'), 0)
  setTimeout(() => log('microtask'), 0)
  setTimeout(() => log('immediate'), 0)
  setTimeout(() => log('timer'), 0)
}
