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
export function simulate(main) {
  /** @type {Record<Queue, Later[]>} */
  const waiting = {
    tick: [],
    microtask: [],
    file: [],
    immediate: [],
    timer: [],
  }
  /** @type {string[]} */
  const output = []
  /** @type {Step[]} */
  const steps = []
  /** @type {Phase} */
  let phase = 'main'

  /**
   * @param {Step['what']} what
   * @param {{ line?: number, name?: string, queue?: Queue | null }} [about]
   */
  function tell(what, { line = 0, name = '', queue = null } = {}) {
    const names = Object.fromEntries(
      queues.map((each) => [each, waiting[each].map((task) => task.name)]),
    )
    steps.push({
      phase,
      what,
      line,
      name,
      queue,
      waiting: /** @type {Record<Queue, string[]>} */ (names),
      output: [...output],
    })
  }

  /** @param {Action[]} actions */
  function perform(actions) {
    for (const action of actions) {
      if (action.do === 'busy') {
        tell('busy', { line: action.line })
      } else if (action.do === 'log') {
        output.push(action.text)
        tell('log', { line: action.line, name: action.text.trim() })
      } else {
        waiting[action.do].push(action)
        const { line, name } = action
        tell('ask', { line, name, queue: action.do })
      }
    }
  }

  /** @param {Queue} queue */
  function runNext(queue) {
    const task = waiting[queue].shift()
    if (!task) return
    const line = task.then[0]?.line ?? task.line
    tell('run', { line, name: task.name, queue })
    perform(task.then)
  }

  /** Empties both queues, the one that is being emptied first. */
  function between(first = /** @type {Queue} */ ('tick')) {
    const before = phase
    phase = 'between'
    while (waiting[first].length > 0) runNext(first)
    while (waiting.tick.length + waiting.microtask.length > 0) {
      while (waiting.tick.length > 0) runNext('tick')
      while (waiting.microtask.length > 0) runNext('microtask')
    }
    phase = before
  }

  /**
   * @param {Phase} name
   * @param {Queue} queue
   */
  function run(name, queue) {
    // What is added meanwhile waits for the next turn.
    let count = waiting[queue].length
    if (count === 0) return
    phase = name
    tell('phase', { queue })
    for (; count > 0; count--) {
      runNext(queue)
      between()
    }
  }

  // An ES module is run in a microtask, so that queue is emptied first.
  perform(main)
  between('microtask')
  while (queues.some((queue) => waiting[queue].length > 0)) {
    run('poll', 'file')
    run('check', 'immediate')
    run('timers', 'timer')
  }
  phase = 'end'
  tell('end')
  return steps
}
