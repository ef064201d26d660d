/**
 * Runs generators a step at a time. Each step is work for some milliseconds;
 * `yield` says where it may be interrupted.
 */
export class FairQueue {
  /** @type {(() => boolean)[]} each makes a step, and says whether more come */
  #steps = []
  #isRunning = false

  /**
   * @param {Generator<void, unknown>} job
   * @returns {Promise<unknown>} what the job returns, or throws
   */
  run(job) {
    return new Promise((resolve, reject) => {
      this.#steps.push(() => {
        try {
          const { done, value } = job.next()
          if (done) resolve(value)
          return !done
        } catch (error) {
          reject(error)
          return false
        }
      })
      if (!this.#isRunning) {
        this.#isRunning = true
        setImmediate(() => this.#turn())
      }
    })
  }

  /** One step of one job, and then it is the loop's turn. */
  #turn() {
    const step = this.#steps.shift()
    if (step?.()) this.#steps.push(step)
    this.#isRunning = this.#steps.length > 0
    if (this.#isRunning) setImmediate(() => this.#turn())
  }
}
