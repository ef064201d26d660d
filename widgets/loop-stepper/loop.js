/** The event loop of Node.js, as far as six small programs need it. */

/** @typedef {import('./programs.js').Action} Action */
/** @typedef {import('./programs.js').Later} Later */
/** @typedef {import('./programs.js').Queue} Queue */
/**
 * @typedef {'main' | 'between' | 'poll' | 'check' | 'timers' | 'end'} Phase
 *   `between`: the two queues that are emptied after each callback
 */
/**
 * @typedef {object} Step
 * @property {Phase} phase
 * @property {'run' | 'log' | 'ask' | 'busy' | 'phase' | 'end'} what
 * @property {number} line 0: none
 * @property {string} name of the callback that runs, or of what was asked for
 * @property {Queue | null} queue that it was taken from or put into
 * @property {Record<Queue, string[]>} waiting
 * @property {string[]} output
 */

/** @type {Queue[]} */
export const queues = ['tick', 'microtask', 'file', 'immediate', 'timer']

/**
 * Runs an ES module and says what happens, step by step.
 *
 * @param {Action[]} main
 * @returns {Step[]}
 */
export const simulate = (main) => new Simulation().run(main)

class Simulation {
  /** @type {Record<Queue, Later[]>} */
  #waiting = { tick: [], microtask: [], file: [], immediate: [], timer: [] }
  /** @type {string[]} */
  #output = []
  /** @type {Step[]} */
  #steps = []
  /** @type {Phase} */
  #phase = 'main'

  /** @param {Action[]} main @returns {Step[]} */
  run(main) {
    // An ES module is run in a microtask, so that queue is emptied first.
    this.#perform(main)
    this.#between('microtask')
    while (queues.some((queue) => this.#waiting[queue].length > 0)) {
      this.#runPhase('poll', 'file')
      this.#runPhase('check', 'immediate')
      this.#runPhase('timers', 'timer')
    }
    this.#phase = 'end'
    this.#tell('end')
    return this.#steps
  }

  /**
   * @param {Step['what']} what
   * @param {{ line?: number, name?: string, queue?: Queue | null }} [about]
   */
  #tell(what, { line = 0, name = '', queue = null } = {}) {
    const names = Object.fromEntries(
      queues.map((each) => [
        each,
        this.#waiting[each].map((task) => task.name),
      ]),
    )
    this.#steps.push({
      phase: this.#phase,
      what,
      line,
      name,
      queue,
      waiting: /** @type {Record<Queue, string[]>} */ (names),
      output: [...this.#output],
    })
  }

  /** @param {Action[]} actions */
  #perform(actions) {
    for (const action of actions) {
      if (action.do === 'busy') {
        this.#tell('busy', { line: action.line })
      } else if (action.do === 'log') {
        this.#output.push(action.text)
        this.#tell('log', { line: action.line, name: action.text.trim() })
      } else {
        this.#waiting[action.do].push(action)
        const { line, name } = action
        this.#tell('ask', { line, name, queue: action.do })
      }
    }
  }

  /** @param {Queue} queue */
  #runNext(queue) {
    const task = this.#waiting[queue].shift()
    if (!task) return
    const line = task.then[0]?.line ?? task.line
    this.#tell('run', { line, name: task.name, queue })
    this.#perform(task.then)
  }

  /** Empties both queues, the one that is being emptied first. */
  #between(first = /** @type {Queue} */ ('tick')) {
    const { tick, microtask } = this.#waiting
    const before = this.#phase
    this.#phase = 'between'
    while (this.#waiting[first].length > 0) this.#runNext(first)
    while (tick.length + microtask.length > 0) {
      while (tick.length > 0) this.#runNext('tick')
      while (microtask.length > 0) this.#runNext('microtask')
    }
    this.#phase = before
  }

  /**
   * @param {Phase} name
   * @param {Queue} queue
   */
  #runPhase(name, queue) {
    // What is added meanwhile waits for the next turn.
    let count = this.#waiting[queue].length
    if (count === 0) return
    this.#phase = name
    this.#tell('phase', { queue })
    for (; count > 0; count--) {
      this.#runNext(queue)
      this.#between()
    }
  }
}
