import { createHistogram } from 'node:perf_hooks'

/** How often the timer fires, in ms. */
const INTERVAL = 10

/**
 * Measures event loop delay: how late the loop calls a timer.
 */
export class LoopDelay {
  #histogram = createHistogram()
  #timer

  constructor() {
    let due = performance.now() + INTERVAL
    this.#timer = setInterval(() => {
      const now = performance.now()
      // A histogram takes whole numbers from 1 on, so count nanoseconds.
      const late = Math.max(1, Math.round((now - due) * 1e6))
      this.#histogram.record(late)
      due = now + INTERVAL
    }, INTERVAL)
    // The probe alone does not keep the process alive.
    this.#timer.unref()
  }

  /**
   * Reads the delay since the last call.
   *
   * @returns {{ mean: number, p50: number, p99: number, max: number }} in ms;
   *   zeros if there was no measurement
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

  /** Stops the timer. */
  stop() {
    clearInterval(this.#timer)
  }
}
