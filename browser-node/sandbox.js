/** Runs a program in the page, apart from it. */
import frameText from 'bundle:./sandbox/frame.js'
import workerText from 'bundle:./sandbox/worker.js'
import { limits } from './sandbox/limits.js'
import { charactersIn, cutTest } from './sandbox/test-event.js'

/** @typedef {import('../tools/exercise-runner/exercise.js').TestEvent} TestEvent */
/** @typedef {import('./sandbox/errors.js').ErrorReport} ErrorReport */

/**
 * @typedef {object} Program
 * @property {string} chapter `ch07`
 * @property {Record<string, string>} files the texts of the chapter's files,
 *   by path from its folder
 * @property {string} entry the one to run
 * @property {Record<string, string>} [env] process.env
 * @property {string[]} [args] process.argv, after the file
 */

/**
 * @typedef {{ type: 'output', stream: 'stdout' | 'stderr', text: string } |
 *   (TestEvent & { type: 'pass' | 'fail' })} RunEvent
 */

/**
 * How a run ended. exit: by itself, or with process.exit. error: nothing
 * caught it. timeout, flood, memory: it took too long, said too much, or
 * needed too much memory. stopped: by the signal. unsupported: it needs what a
 * page does not have.
 *
 * @typedef {object} Outcome
 * @property {'exit' | 'error' | 'timeout' | 'flood' | 'memory' | 'stopped' |
 *   'unsupported'} ended
 * @property {number | null} status the exit code of the program, if it has one
 * @property {ErrorReport | null} error
 */

/**
 * What the page allows a program: to be run. Its modules are blob: URLs that
 * it makes itself.
 */
const policy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  'worker-src blob:',
  "connect-src 'none'",
].join('; ')

/** How long the sandbox may take to start, in ms. */
const startTimeout = 20_000

/** How often the page is told what has happened, in ms. */
const interval = 16

/** How often the iframe is asked whether it lives, in ms. */
const pingInterval = 500

/** After how many questions without an answer it does not. */
const mostUnanswered = { frame: 6, atTimeout: 3, worker: 4 }

/** How long the iframe keeps its thread busy to see whose it is, in ms. */
const probeDuration = { first: 30, sure: 200 }

/**
 * Whether programs have a process of their own, as in Chromium on a desktop:
 * there one that needs too much memory ends without the page.
 *
 * @type {boolean | undefined} unknown until the first run
 */
let isApart

/**
 * Where they have not, Chromium gives up the page with them: what does not let
 * go of its thread is stopped early. Other browsers stop such programs.
 */
const isFragile = () =>
  isApart === false && /Chrom(e|ium)\//.test(navigator.userAgent)

/**
 * Runs a program in a worker of its own, in an iframe that has nothing in
 * common with the page. Both are gone when it ends.
 *
 * @param {Program} program
 * @param {object} options
 * @param {(event: RunEvent) => void} options.onEvent told what it prints and
 *   which of its tests pass, in order; a text may be of several writes
 * @param {AbortSignal} [options.signal] ends the run
 * @param {number} [options.timeout] in ms, from its start
 * @returns {Promise<Outcome>} never rejects for what the program does
 */
export function runProgram(program, { onEvent, signal, timeout = 10_000 }) {
  return new Promise((resolve) => {
    const run = new Run(program, onEvent, timeout, (outcome) => {
      signal?.removeEventListener('abort', stop)
      resolve(outcome)
    })
    const stop = () => run.end(outcome('stopped'))
    signal?.addEventListener('abort', stop)
    const { chapter, files, entry } = program
    if (signal?.aborted) stop()
    else if (typeof files[entry] !== 'string') {
      run.end(broken(`got no ${entry} in ${chapter}`))
    } else run.start()
  })
}

/** One run, from its iframe to its outcome. */
class Run {
  #frame = createFrame()
  #channel = new MessageChannel()
  #characters = 0
  #messages = 0
  #hasEnded = false
  /** Questions since the last answer. */
  #unanswered = { frame: 0, worker: 0 }
  #probe = { isUnderWay: false, times: [0] }
  /** How many probes said that the page would not survive. */
  #warnings = 0
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #pings

  /**
   * @param {Program} program
   * @param {(event: RunEvent) => void} onEvent
   * @param {number} timeout ms
   * @param {(outcome: Outcome) => void} onEnd
   */
  constructor(program, onEvent, timeout, onEnd) {
    this.program = program
    this.events = new Batch(onEvent)
    this.timeout = timeout
    this.onEnd = onEnd
  }

  start() {
    addEventListener('message', this.#hearFrame)
    this.#channel.port1.onmessage = ({ data }) => this.#hearWorker(data)
    this.#frame.addEventListener('load', () => this.#begin(), { once: true })
    this.#timer = setTimeout(
      () => this.end(broken('the sandbox did not start')),
      startTimeout,
    )
    document.body.append(this.#frame)
  }

  #begin() {
    const { chapter, files, entry, env, args } = this.program
    const program = { chapter, files, entry, env, args }
    const message = { type: 'run', worker: workerText, program }
    this.#tellFrame(message, [this.#channel.port2])
    if (isApart === undefined) this.#startProbe(probeDuration.first)
    this.#pings = setInterval(() => this.#ping(), pingInterval)
  }

  /**
   * @param {object} message
   * @param {Transferable[]} [transfer]
   */
  #tellFrame(message, transfer) {
    this.#frame.contentWindow?.postMessage(message, '*', transfer)
  }

  /** @param {MessageEvent} event */
  #hearFrame = ({ data, source }) => {
    if (source !== this.#frame.contentWindow) return
    if (data?.type === 'pong') this.#unanswered.frame = 0
    else if (data?.type === 'free') {
      this.#probe.isUnderWay = false
      isApart = this.#probe.times.some(
        (time) => time > data.begin + 2 && time < data.end - 2,
      )
    } else if (data?.type === 'broken') {
      const message = textOf(data.message, 1_000)
      const isMemory = /out of memory/i.test(message)
      this.end(isMemory ? outcome('memory') : broken(message))
    }
  }

  /** @param {any} data may be anything */
  #hearWorker(data) {
    this.#messages++
    if (data?.type === 'start') {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#endLate(), this.timeout)
    } else if (data?.type === 'pong') {
      this.#unanswered.worker = 0
    } else if (data?.type === 'end') {
      this.end(checkedOutcome(data))
    } else {
      const event = checkedEvent(data)
      if (event?.type === 'output') this.#characters += event.text.length
      else if (event) this.#characters += charactersIn(data)
      if (event) this.events.add(event)
    }
    // The worker counts, too, and stops before that.
    const isFlood =
      this.#characters > limits.characters ||
      this.#messages > 2 * limits.messages
    if (isFlood) this.end(outcome('flood'))
  }

  /**
   * Sees whether the page has to wait while the iframe is busy.
   *
   * @param {number} duration ms
   */
  #startProbe(duration) {
    const probe = { isUnderWay: true, times: [Date.now()] }
    this.#probe = probe
    const wait = () => {
      probe.times.push(Date.now())
      if (probe.isUnderWay) setTimeout(wait, 1)
    }
    this.#tellFrame({ type: 'probe', duration })
    setTimeout(wait, 1)
  }

  #ping() {
    const { frame, worker } = this.#unanswered
    if (frame >= mostUnanswered.frame) {
      this.end(outcome('memory'))
      return
    }
    this.#unanswered = { frame: frame + 1, worker: worker + 1 }
    this.#tellFrame({ type: 'ping' })
    if (!isFragile()) return
    this.#channel.port1.postMessage('ping')
    if (worker < mostUnanswered.worker) return
    // A machine that is busy looks like a page that has to wait: be sure.
    this.#warnings++
    if (this.#warnings > 2) this.end(outcome('timeout'))
    else this.#startProbe(probeDuration.sure)
  }

  #endLate() {
    const isGone = this.#unanswered.frame >= mostUnanswered.atTimeout
    this.end(outcome(isGone ? 'memory' : 'timeout'))
  }

  /** @param {Outcome} outcome of which only the first counts */
  end(outcome) {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#probe.isUnderWay = false
    clearTimeout(this.#timer)
    clearInterval(this.#pings)
    removeEventListener('message', this.#hearFrame)
    this.#channel.port1.close()
    this.#frame.remove()
    try {
      this.events.flush()
    } finally {
      this.onEnd(outcome)
    }
  }
}

/** @returns {HTMLIFrameElement} */
function createFrame() {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('aria-hidden', 'true')
  frame.srcdoc =
    `<!doctype html><meta charset="utf-8">` +
    `<meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<script>${frameText.replaceAll('</', '<\\/')}</script>`
  return frame
}

/** Events, handed on a few times in a second. */
class Batch {
  /** @type {RunEvent[]} */
  #events = []
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer

  /** @param {(event: RunEvent) => void} onEvent */
  constructor(onEvent) {
    this.onEvent = onEvent
  }

  /** @param {RunEvent} event */
  add(event) {
    const last = this.#events.at(-1)
    if (
      event.type === 'output' &&
      last?.type === 'output' &&
      last.stream === event.stream
    ) {
      last.text += event.text
    } else this.#events.push(event)
    this.#timer ??= setTimeout(() => this.flush(), interval)
  }

  flush() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const events = this.#events
    this.#events = []
    for (const event of events) this.onEvent(event)
  }
}

/**
 * @param {Outcome['ended']} ended
 * @returns {Outcome}
 */
const outcome = (ended) => ({ ended, status: null, error: null })

/**
 * @param {string} message
 * @returns {Outcome} of a sandbox that does not work in this browser
 */
const broken = (message) => ({
  ended: 'unsupported',
  status: null,
  error: {
    name: 'Error',
    message,
    stack: `Error: ${message}`,
    file: null,
    line: null,
    column: null,
    hint: null,
  },
})

/**
 * @param {unknown} value
 * @param {number} most characters
 */
const textOf = (value, most) =>
  typeof value === 'string' ? value.slice(0, most) : ''

/** @param {unknown} value */
const textOrNull = (value) =>
  typeof value === 'string' ? value.slice(0, 100_000) : null

/** @param {unknown} value */
const countOrNull = (value) =>
  typeof value === 'number' && Number.isInteger(value) ? value : null

/**
 * What comes out of the sandbox may be anything.
 *
 * @param {any} data
 * @returns {RunEvent | null}
 */
function checkedEvent(data) {
  if (data?.type === 'output' && typeof data.text === 'string') {
    const stream = data.stream === 'stderr' ? 'stderr' : 'stdout'
    return { type: 'output', stream, text: data.text }
  }
  if (data?.type !== 'pass' && data?.type !== 'fail') return null
  return cutTest(data)
}

/**
 * @param {any} data
 * @returns {Outcome}
 */
function checkedOutcome({ ended, status, error }) {
  const known = ['exit', 'error', 'flood', 'memory', 'unsupported']
  return {
    ended: known.includes(ended) ? ended : 'error',
    status: countOrNull(status),
    error: error ? checkedError(error) : null,
  }
}

/**
 * @param {any} error
 * @returns {ErrorReport}
 */
function checkedError({ name, message, stack, file, line, column, hint }) {
  const key = textOf(hint?.key, 50)
  return {
    name: textOf(name, 200),
    message: textOf(message, 10_000),
    stack: textOf(stack, 100_000),
    file: textOrNull(file),
    line: countOrNull(line),
    column: countOrNull(column),
    hint: /^hint\.(network|storage|page|builtin)$/.test(key)
      ? { key, name: textOf(hint.name, 200) }
      : null,
  }
}
