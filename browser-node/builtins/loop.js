/**
 * The event loop as Node.js has it: timers, then what was waited for, then
 * what setImmediate asked for; process.nextTick before all promises.
 *
 * Each callback is called from a message of its own, so that a browser empties
 * its queue of microtasks in between, as Node does.
 */
import { hold } from '../sandbox/handles.js'
import { checkFunction } from './errors.js'
import { warn } from './warnings.js'

// Programs may be given ours under these names.
const startTimer = globalThis.setTimeout
const stopTimer = globalThis.clearTimeout
const clock = globalThis.performance

/** The longest delay that there is, in ms. */
const LONGEST = 2 ** 31 - 1

/** @typedef {(...args: any[]) => unknown} Callback */
/** @typedef {() => void} Job */

/** @type {Job[]} */
let ticks = []
/** @type {{ run: Job, turn: number }[]} */
let polled = []
/** @type {Set<Immediate>} */
const immediates = new Set()
/** @type {Set<Timeout>} */
const timers = new Set()
/** @type {Map<number, Timeout>} those whose number was asked for */
const numbered = new Map()

/** When the next timer is due; too early is no harm. */
let earliest = Number.POSITIVE_INFINITY
/** How many timers and immediates keep the program alive. */
let alive = 0
let lastId = 0
let lastNumber = 0

/** The phase: 0 timers, 1 poll, 2 check; and what is to be called in it. */
let phase = 2
let turn = 0
/** @type {Job[]} */
let queue = []
let position = 0

/** Whole ms, as Node counts them. */
const now = () => Math.floor(clock.now())

const channel = new MessageChannel()
/** @type {any} a port of Node, when this runs there, keeps a process alive */
const port = channel.port1
port.onmessage = step
// A program may replace the method.
const wake = channel.port2.postMessage.bind(channel.port2)
port.unref?.()
let isPosted = false
/** @type {ReturnType<typeof startTimer> | undefined} */
let alarm
/** @type {(() => void) | undefined} */
let release

function post() {
  if (isPosted) return
  isPosted = true
  port.ref?.()
  wake(null)
}

/** Sees to it that the loop goes on, and is waited for, if there is cause. */
function goOn() {
  if (ticks.length > 0 || isReady()) post()
  else setAlarm()
  const isAlive = ticks.length > 0 || polled.length > 0 || alive > 0
  if (isAlive) release ??= hold()
  else {
    release?.()
    release = undefined
  }
}

function isReady() {
  if (position < queue.length || polled.length > 0) return true
  return immediates.size > 0 || earliest <= now()
}

function setAlarm() {
  stopTimer(alarm)
  if (timers.size === 0) return
  const delay = Math.max(0, earliest - clock.now())
  alarm = startTimer(post, Math.ceil(delay))
  // In Node itself, where this is tested.
  const timer = /** @type {any} */ (alarm)
  if (alive === 0) timer.unref?.()
}

/** One callback, and the ticks that it asked for. */
function step() {
  isPosted = false
  port.unref?.()
  try {
    // What promises asked for comes first.
    if (ticks.length === 0) next()?.()
    drainTicks()
  } finally {
    goOn()
  }
}

function drainTicks() {
  for (let i = 0; i < ticks.length; i++) {
    try {
      ticks[i]()
    } catch (error) {
      // The others have their turn later.
      ticks = ticks.slice(i + 1)
      throw error
    }
  }
  ticks = []
}

/** @returns {Job | undefined} */
function next() {
  while (isReady()) {
    if (position < queue.length) return queue[position++]
    enterNextPhase()
  }
  return undefined
}

function enterNextPhase() {
  phase = (phase + 1) % 3
  position = 0
  if (phase === 0) {
    turn++
    queue = dueTimers()
  } else if (phase === 1) {
    queue = polled.filter((job) => job.turn <= turn).map(({ run }) => run)
    polled = polled.filter((job) => job.turn > turn)
  } else {
    queue = [...immediates].map((immediate) => () => immediate[RUN]())
  }
}

function dueTimers() {
  const time = now()
  if (time < earliest) return []
  const due = [...timers].filter((timer) => timer[DUE] <= time)
  due.sort((a, b) => a[DUE] - b[DUE] || a[ID] - b[ID])
  earliest = Number.POSITIVE_INFINITY
  for (const { [DUE]: other } of timers) {
    if (other > time) earliest = Math.min(earliest, other)
  }
  return due.map((timer) => {
    const id = timer[ID]
    return () => timer[RUN](id)
  })
}

const RUN = Symbol('run')
const IS_WAITING = Symbol('is waiting')
const DUE = Symbol('due')
const ID = Symbol('id')
const START = Symbol('start')
const STOP = Symbol('stop')
const dispose = Symbol.dispose ?? Symbol.for('nodejs.dispose')

/** What is waited for, and keeps the program alive unless told not to. */
class Handle {
  #isWaiting = false
  #isRef = true;

  [START]() {
    if (!this.#isWaiting && this.#isRef) alive++
    this.#isWaiting = true
    goOn()
  }

  /** @returns {boolean} whether it was waited for */
  [STOP]() {
    const wasWaiting = this.#isWaiting
    if (wasWaiting && this.#isRef) alive--
    this.#isWaiting = false
    if (wasWaiting) goOn()
    return wasWaiting
  }

  get [IS_WAITING]() {
    return this.#isWaiting
  }

  /** Keeps the program alive, as it does from the beginning. */
  ref() {
    return this.#setRef(true)
  }

  /** Lets the program end before. */
  unref() {
    return this.#setRef(false)
  }

  /** @returns {boolean} */
  hasRef() {
    return this.#isRef
  }

  /** @param {boolean} isRef */
  #setRef(isRef) {
    if (isRef !== this.#isRef && this.#isWaiting) alive += isRef ? 1 : -1
    this.#isRef = isRef
    goOn()
    return this
  }
}

Object.defineProperty(Handle.prototype, dispose, {
  /** @this {Handle} */
  value() {
    this[STOP]()
  },
})

/** What was warned of, once in a program. */
const warned = new Set()

/** @param {unknown} given @returns {number} ms */
function delayOf(given) {
  const ms = Number(given)
  if (ms >= 1 && ms <= LONGEST) return Math.trunc(ms)
  if (ms > LONGEST) {
    const text = `${ms} does not fit into a 32-bit signed integer.`
    warn('TimeoutOverflowWarning', `${text}\nTimeout duration was set to 1.`)
  } else if (ms < 0) warnOnce('TimeoutNegativeWarning', `${ms} is a negative`)
  else if (Number.isNaN(ms) && given !== undefined) {
    warnOnce('TimeoutNaNWarning', `${ms} is not a`)
  }
  return 1
}

/** @param {string} name @param {string} what */
function warnOnce(name, what) {
  if (warned.has(name)) return
  warned.add(name)
  warn(name, `${what} number.\nTimeout duration was set to 1.`)
}

/** What setTimeout and setInterval return. */
export class Timeout extends Handle {
  #args
  #delay
  #isRepeated
  #number = ++lastNumber;
  [DUE] = 0;
  [ID] = 0

  /**
   * @param {Callback} callback
   * @param {number | undefined} delay in ms
   * @param {unknown[]} args
   * @param {boolean} isRepeated
   */
  constructor(callback, delay, args, isRepeated) {
    checkFunction(callback, 'callback')
    super()
    // Under this name it is in the stack of an error.
    this._onTimeout = callback
    this.#args = args
    this.#delay = delayOf(delay)
    this.#isRepeated = isRepeated
    this[START]()
  }

  [START]() {
    this[DUE] = now() + this.#delay
    // After all others that are due then.
    this[ID] = ++lastId
    earliest = Math.min(earliest, this[DUE])
    timers.add(this)
    super[START]()
  }

  [STOP]() {
    timers.delete(this)
    return super[STOP]()
  }

  /** @param {number} id of it when its phase began */
  [RUN](id) {
    // It may have been stopped, or begun anew, since then.
    if (!this[IS_WAITING] || this[ID] !== id) return
    if (!this.#isRepeated) this[STOP]()
    try {
      this._onTimeout(...this.#args)
    } finally {
      const goesOn = this[IS_WAITING] && this[ID] === id
      if (this.#isRepeated && goesOn) this[START]()
    }
  }

  /** Begins anew. */
  refresh() {
    this[START]()
    return this
  }

  close() {
    this[STOP]()
    return this
  }

  /** @returns {number} which clearTimeout takes, too */
  [Symbol.toPrimitive]() {
    numbered.set(this.#number, this)
    return this.#number
  }
}

/** What setImmediate returns. */
export class Immediate extends Handle {
  #args

  /**
   * @param {Callback} callback
   * @param {unknown[]} args
   */
  constructor(callback, args) {
    checkFunction(callback, 'callback')
    super()
    this._onImmediate = callback
    this.#args = args
    immediates.add(this)
    this[START]()
  }

  [STOP]() {
    immediates.delete(this)
    return super[STOP]()
  }

  [RUN]() {
    if (this[STOP]()) this._onImmediate(...this.#args)
  }
}

/**
 * @param {Callback} callback
 * @param {number} [delay] ms, at least 1
 * @param {...unknown} args for the callback
 */
export const setTimeout = (callback, delay, ...args) =>
  new Timeout(callback, delay, args, false)

/**
 * @param {Callback} callback
 * @param {number} [delay] ms, at least 1
 * @param {...unknown} args for the callback
 */
export const setInterval = (callback, delay, ...args) =>
  new Timeout(callback, delay, args, true)

/**
 * @param {Callback} callback
 * @param {...unknown} args for the callback
 */
export const setImmediate = (callback, ...args) => new Immediate(callback, args)

/** @param {unknown} [timeout] what setTimeout returned, or its number */
export function clearTimeout(timeout) {
  const isNumber = typeof timeout === 'number' || typeof timeout === 'string'
  const timer = isNumber ? numbered.get(Number(timeout)) : timeout
  if (timer instanceof Timeout) timer[STOP]()
}

export const clearInterval = clearTimeout

/** @param {unknown} [immediate] */
export function clearImmediate(immediate) {
  if (immediate instanceof Immediate) immediate[STOP]()
}

/**
 * Calls back when this callback is over, before any promise's.
 *
 * @param {Callback} callback
 * @param {...unknown} args for the callback
 */
export function nextTick(callback, ...args) {
  checkFunction(callback, 'callback')
  ticks.push(() => callback(...args))
  goOn()
}

/**
 * Calls back as for input that has arrived: in the poll phase, and not before
 * the next turn. The program is kept alive until then.
 *
 * @param {Callback} callback
 * @param {...unknown} args for the callback
 */
export function poll(callback, ...args) {
  // What a program begins with is before the first turn, and a disk is slower.
  polled.push({ run: () => callback(...args), turn: Math.max(turn + 1, 2) })
  goOn()
}
