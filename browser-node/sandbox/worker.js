/**
 * In the worker: runs one program. The page ends the worker when it is told
 * how the program ended.
 */
import { Buffer } from '../builtins/buffer.js'
import { mountFiles } from '../builtins/fs-core.js'
import { fetch } from '../builtins/http/fetch.js'
import { builtins } from '../builtins/index.js'
import * as loop from '../builtins/loop.js'
import { endProcess, process, setUpProcess } from '../builtins/process.js'
import { console } from './console.js'
import { Errors, isError } from './errors.js'
import { closeGlobal } from './globals.js'
import { activeHandles, setHost, testFailed } from './handles.js'
import { limits } from './limits.js'
import { Loader } from './modules.js'
import { exec, hasPrototype, indexOf, slice, toText } from './primordials.js'
import { showAsNode } from './shown.js'
import { charactersIn, cutTest } from './test-event.js'

/** @typedef {import('../sandbox.js').Program} Program */
/** @typedef {import('../sandbox.js').Outcome} Outcome */

/** Thrown by `process.exit`, because a program cannot be stopped otherwise. */
const exited = Object.freeze({ __proto__: null, exited: true })

const { setTimeout, setInterval, setImmediate } = loop
const { clearTimeout, clearInterval, clearImmediate } = loop
const timers = {
  ...{ setTimeout, setInterval, setImmediate },
  ...{ clearTimeout, clearInterval, clearImmediate },
}

const { createObjectURL } = URL
/** To be called back after what the browser has to tell has been told. */
const { port1: ear, port2: voice } = new MessageChannel()
const speak = voice.postMessage.bind(voice)
const startTimer = globalThis.setTimeout
const syntaxError = SyntaxError.prototype

/** How long a native promise that is awaited may take, in ms. */
const patience = 200
const addListener = addEventListener.bind(globalThis)
const tellError = reportError.bind(globalThis)

addListener(
  'message',
  ({ data, ports: [port] }) => {
    const post = port.postMessage.bind(port)
    port.onmessage = () => post({ type: 'pong' })
    run(data, post)
  },
  { once: true },
)

/**
 * @param {Program} program
 * @param {(message: object) => void} post
 */
function run(program, post) {
  const { chapter, files, entry, env = {}, args = [] } = program
  const said = { characters: 0, lines: 0, messages: 0 }
  let hasEnded = false

  /** @param {Outcome} outcome */
  function end(outcome) {
    if (hasEnded) return
    hasEnded = true
    post({ type: 'end', ...outcome })
  }

  /** @returns {boolean} whether the program may say that too */
  function isAllowed() {
    const isFlood =
      said.characters > limits.characters ||
      said.lines > limits.lines ||
      said.messages > limits.messages
    if (isFlood) end({ ended: 'flood', status: null, error: null })
    return !isFlood
  }

  setHost({
    print(stream, written) {
      if (hasEnded) return
      const text = toText(written)
      const kept = slice(text, 0, limits.characters - said.characters)
      said.characters += text.length
      said.lines += countLines(kept, limits.lines - said.lines)
      said.messages++
      post({ type: 'output', stream, text: kept })
      isAllowed()
    },
    emitTest(told) {
      if (hasEnded) return
      const event = cutTest(told)
      said.characters += charactersIn(event)
      said.messages++
      if (isAllowed()) post(event)
    },
    exit(status) {
      end({ ended: 'exit', status, error: null })
      throw exited
    },
    keepAlive: (alive) => {
      if (!alive) endLater()
    },
    sourceOf: (frame) => loader.sourceOf(frame),
  })

  const loader = new Loader({
    ...{ chapter, files, entry, builtins },
    createUrl: (text) =>
      createObjectURL(new Blob([text], { type: 'text/javascript' })),
    key: `velocy:${crypto.getRandomValues(new Uint32Array(2)).join('')}`,
  })
  const errors = new Errors(loader)

  /**
   * Ends the program for an error, unless it wants to hear of it.
   *
   * @param {unknown} error that nothing caught
   * @param {'uncaughtException' | 'unhandledRejection'} origin
   */
  function fail(error, origin) {
    if (hasEnded || error === exited) return
    try {
      process.emit('uncaughtExceptionMonitor', error, origin)
      if (process.emit('uncaughtException', error, origin)) return
      process.emit('exit', 1)
    } catch (another) {
      error = another
    }
    const report = errors.report(error, placeOf(error))
    const ended = endingOf(report)
    end({ ended, status: ended === 'error' ? 1 : null, error: report })
  }

  /**
   * A syntax error has no frames, but the browser knows where it is.
   *
   * @param {unknown} error
   * @returns {import('./errors.js').Place | null}
   */
  function placeOf(error) {
    if (!isError(error) || !hasPrototype(syntaxError, error)) return null
    /** @type {import('./errors.js').Place | null} */
    let place = null
    told = ({ filename, lineno, colno }) => {
      place = loader.placeOf(filename, lineno, colno)
    }
    tellError(error)
    told = null
    return place
  }

  /** @type {((event: ErrorEvent) => void) | null} */
  let told = null
  addListener('error', (event) => {
    event.preventDefault()
    if (told) told(event)
    else fail(event.error, 'uncaughtException')
  })
  addListener('unhandledrejection', (event) => {
    event.preventDefault()
    const { reason } = event
    if (reason === exited || hasEnded) return
    try {
      if (process.emit('unhandledRejection', reason, event.promise)) return
    } catch (error) {
      fail(error, 'uncaughtException')
      return
    }
    fail(errors.rejection(reason), 'unhandledRejection')
  })

  /** Whether the modules are there; until then nothing else keeps it alive. */
  let hasStarted = false
  let isEvaluated = false
  let isEnding = false
  let isPatient = false

  /** Ends the program when it has nothing to wait for. */
  function endLater() {
    if (!hasStarted) return
    if (!isEvaluated) {
      if (!isPatient) startTimer(endUnsettled, patience)
      isPatient = true
      return
    }
    if (isEnding) return
    isEnding = true
    // By then all that follows from what has happened has been done, and the
    // browser has told of rejections that nothing handled.
    startTimer(() => speak(null), 0)
  }
  ear.onmessage = () => {
    isEnding = false
    if (activeHandles() === 0) endNow()
  }

  /** Ends a program whose entry awaits what nothing will bring. */
  function endUnsettled() {
    isPatient = false
    if (isEvaluated || activeHandles() > 0) return
    console.error(
      `Warning: Detected unsettled top-level await at ${loader.entry}`,
    )
    process.exitCode ??= 13
    endNow()
  }

  function endNow() {
    try {
      const status = endProcess()
      if (status === null) return
      end({
        ended: 'exit',
        status: status === 0 && testFailed() ? 1 : status,
        error: null,
      })
    } catch (error) {
      fail(error, 'uncaughtException')
    }
  }

  mountFiles(pathOf(loader.root).slice(0, -1), files)
  setUpProcess({
    env,
    argv: ['/usr/local/bin/node', pathOf(loader.entry), ...args],
    cwd: pathOf(loader.root).slice(0, -1),
  })
  errors.install()
  showAsNode()
  closeGlobal({ Buffer, console, fetch, process, ...timers })
  post({ type: 'start' })
  loader
    .run(() => {
      hasStarted = true
      endLater()
    })
    .then(
      () => {
        isEvaluated = true
        endLater()
      },
      (error) => {
        hasStarted = true
        fail(error, 'uncaughtException')
      },
    )
}

/**
 * @param {import('./errors.js').ErrorReport} report
 * @returns {Outcome['ended']}
 */
function endingOf({ name, message, hint }) {
  if (hint?.key === 'hint.builtin') return 'unsupported'
  const isMemory = name === 'RangeError' && exec(/allocat/, message)
  return isMemory ? 'memory' : 'error'
}

/** @param {string} href of a file */
const pathOf = (href) => decodeURIComponent(new URL(href).pathname)

/**
 * @param {string} text
 * @param {number} most to count
 */
function countLines(text, most) {
  let lines = 0
  let end = indexOf(text, '\n')
  while (end !== -1 && lines <= most) {
    lines++
    end = indexOf(text, '\n', end + 1)
  }
  return lines
}
