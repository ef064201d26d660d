/**
 * A line in front of something that only a few may do at the same time.
 *
 * @param {{ size: number, queue: number }} options how many may run at once,
 *   and how many may wait
 */
export function createLine({ size, queue }) {
  /** @type {(() => void)[]} */
  const waiting = []
  let running = 0

  /**
   * Calls `start` when there is room, in the order of the calls of `run`.
   *
   * @template T
   * @param {() => Promise<T>} start
   * @param {{ signal?: AbortSignal }} [_options] whose abortion takes it out of
   *   the line: it rejects with the signal's reason, and `start` is not called.
   *   Once it has been called, the signal is not looked at any more.
   * @returns {Promise<T>} what `start` returns; it rejects with an error whose
   *   code is FULL when too many are waiting
   */
  async function run(start, _options = {}) {
    if (waiting.length > queue) {
      throw Object.assign(new Error('too many are waiting'), { code: 'FULL' })
    }
    if (running === size) {
      await new Promise((resolve) => waiting.push(() => resolve(undefined)))
    }
    running++
    const result = await start()
    running--
    waiting.shift()?.()
    return result
  }

  return run
}
