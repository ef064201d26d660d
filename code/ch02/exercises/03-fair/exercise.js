/**
 * Runs generators a step at a time. Each step is work for some milliseconds;
 * `yield` says where it may be interrupted.
 */
export class FairQueue {
  /**
   * @param {Generator<void, unknown>} job
   * @returns {Promise<unknown>} what the job returns, or throws
   */
  async run(job) {
    for (;;) {
      const { done, value } = job.next()
      if (done) return value
    }
  }
}
