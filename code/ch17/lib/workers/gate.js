/**
 * Lets people in one by one while there is room, in the order in which they
 * have come.
 */
export class Gate {
  /** @type {Set<PromiseWithResolvers<void>>} */
  #outside = new Set()
  /** Goes on where it has stopped, and never looks at those who have left. */
  #line = this.#outside.values()
  /** How many were let in during this turn, and may not be counted inside. */
  #entering = 0
  #free

  /** @param {() => number} free how many more there is room for */
  constructor(free) {
    this.#free = free
  }

  /**
   * @param {AbortSignal} [signal]
   * @returns {Promise<void>} resolves when one may come in, in the same turn
   */
  async enter(signal) {
    signal?.throwIfAborted()
    const one = Promise.withResolvers()
    const giveUp = () => {
      this.#outside.delete(one)
      one.reject(signal?.reason)
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    this.#outside.add(one)
    this.letIn()
    try {
      await one.promise
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  /** Lets in as many as there is room for. */
  letIn() {
    while (this.#outside.size > 0 && this.#free() > this.#entering) {
      if (this.#entering++ === 0) setImmediate(() => this.#nextTurn())
      const one = /** @type {PromiseWithResolvers<void>} */ (
        this.#line.next().value
      )
      this.#outside.delete(one)
      one.resolve()
    }
  }

  #nextTurn() {
    this.#entering = 0
    this.letIn()
  }

  /** Sends everybody away. @param {unknown} reason */
  close(reason) {
    for (const one of this.#outside) one.reject(reason)
    this.#outside.clear()
  }
}
