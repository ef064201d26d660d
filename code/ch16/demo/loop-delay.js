import { createHistogram } from 'node:perf_hooks'

/** How often the loop is asked to come by, in ms. */
const INTERVAL = 10

/**
 * Measures how late the event loop is: a timer knows when it was due, and how
 * much later it was called.
 */
export class LoopDelay {
  #histogram = createHistogram()
  #timer

  constructor() {
    let due = performance.now() + INTERVAL
    this.#timer = setInterval(() => {
      const now = performance.now()
      // A histogram counts whole numbers from 1 on: nanoseconds will do.
      const late = Math.max(1, Math.round((now - due) * 1e6))
      this.#histogram.record(late)
      due = now + INTERVAL
    }, INTERVAL)
    // A probe alone is no reason for the process to go on.
    this.#timer.unref()
  }

  /**
   * What was measured since the last time.
   *
   * @returns {{ mean: number, p50: number, p99: number, max: number }} in ms;
   *   zeros when nothing was
   */
  read() {
    const histogram = this.#histogram
    const isEmpty = histogram.count === 0
    /** @param {number} nanoseconds */
    const ms = (nanoseconds) =>
      isEmpty ? 0 : Number((nanoseconds / 1e6).toFixed(3))
    const delay = {
      mean: ms(histogram.mean),
      p50: ms(histogram.percentile(50)),
      p99: ms(histogram.percentile(99)),
      max: ms(histogram.max),
    }
    histogram.reset()
    return delay
  }

  /** Ends the measurement. */
  stop() {
    clearInterval(this.#timer)
  }
}
