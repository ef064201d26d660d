/** Runs a program in the page, apart from it. */
import frameText from 'bundle:./sandbox/frame.js'
import workerText from 'bundle:./sandbox/worker.js'
import { limits } from './sandbox/limits.js'

/** @typedef {import('../../tools/lib/exercise.js').TestEvent} TestEvent */
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
    const frame = createFrame()
    const { port1: port, port2 } = new MessageChannel()
    const events = new Batch(onEvent)
    const said = { characters: 0, messages: 0 }

    /** @param {Outcome} outcome */
    function end(outcome) {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      removeEventListener('message', hearFrame)
      port.close()
      frame.remove()
      events.flush()
      resolve(outcome)
    }
    const stop = () => end(outcome('stopped'))
    let timer = setTimeout(() => end(broken('it did not start')), startTimeout)

    /** @param {MessageEvent} event */
    function hearFrame({ data, source }) {
      if (source !== frame.contentWindow) return
      if (data?.type === 'broken') end(broken(textOf(data.message, 1_000)))
    }

    port.onmessage = ({ data }) => {
      said.messages++
      if (data?.type === 'start') {
        clearTimeout(timer)
        timer = setTimeout(() => end(outcome('timeout')), timeout)
      } else if (data?.type === 'end') {
        end(checkedOutcome(data))
      } else {
        const event = checkedEvent(data)
        if (event?.type === 'output') said.characters += event.text.length
        if (event) events.add(event)
        const isFlood =
          said.characters > limits.characters ||
          said.messages > 2 * limits.messages
        if (isFlood) end(outcome('flood'))
      }
    }

    if (signal?.aborted) {
      stop()
      return
    }
    signal?.addEventListener('abort', stop)
    addEventListener('message', hearFrame)
    frame.addEventListener(
      'load',
      () => {
        const { chapter, files, entry, env, args } = program
        frame.contentWindow?.postMessage(
          { worker: workerText, program: { chapter, files, entry, env, args } },
          '*',
          [port2],
        )
      },
      { once: true },
    )
    document.body.append(frame)
  })
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
    ...{ name: 'Error', message, stack: `Error: ${message}` },
    ...{ file: null, line: null, column: null, hint: null },
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
  return {
    type: data.type,
    name: textOf(data.name, 1_000),
    file: textOrNull(data.file),
    nesting: countOrNull(data.nesting) ?? 0,
    isSuite: data.isSuite === true,
    skipped: data.skipped === true,
    todo: data.todo === true,
    failureType: textOrNull(data.failureType),
    code: textOrNull(data.code),
    message: textOrNull(data.message),
    generated: data.generated === true,
    got: textOrNull(data.got),
    expected: textOrNull(data.expected),
    stack: textOrNull(data.stack),
  }
}

/**
 * @param {any} data
 * @returns {Outcome}
 */
function checkedOutcome({ ended, status, error }) {
  const known = ['exit', 'error', 'flood', 'unsupported']
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
