/**
 * A line in front of something that only a few may do at the same time.
 *
 * @param {{ size: number, queue: number }} options how many may run at once,
 *   and how many may wait
 */
export function createLine({ size, queue }) {
  /** In the order in which they came. @type {Set<() => void>} */
  const waiting = new Set()
  let running = 0

  /** @param {AbortSignal} [signal] @returns {Promise<void>} */
  function turn(signal) {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(go)
        reject(signal?.reason)
      }
      // The place goes to the next in line: `running` stays as it is.
      const go = () => {
        waiting.delete(go)
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      waiting.add(go)
      signal?.addEventListener('abort', leave)
    })
  }

  /**
   * Calls `start` when there is room, in the order of the calls of `run`.
   *
   * @template T
   * @param {() => Promise<T>} start
   * @param {{ signal?: AbortSignal }} [options] whose abortion takes it out of
   *   the line: it rejects with the signal's reason, and `start` is not called.
   *   Once it has been called, the signal is not looked at any more.
   * @returns {Promise<T>} what `start` returns; it rejects with an error whose
   *   code is FULL when too many are waiting
   */
  async function run(start, { signal } = {}) {
    signal?.throwIfAborted()
    if (running < size) {
      running++
    } else if (waiting.size < queue) {
      await turn(signal)
    } else {
      throw Object.assign(new Error('too many are waiting'), { code: 'FULL' })
    }
    try {
      return await start()
    } finally {
      const [next] = waiting
      if (next) next()
      else running--
    }
  }

  return run
}
