/**
 * In the worker: runs one program. The page ends the worker when it is told
 * how the program ended.
 */
import { Buffer } from '../builtins/buffer.js'
import { mountFiles } from '../builtins/fs-open.js'
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
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout,
  clearInterval,
  clearImmediate,
}

const { createObjectURL } = URL
// What is posted to one port arrives at the other behind all that the browser
// has to tell by then: rejections that nothing handled, above all.
const { port1: turnEnd, port2: turnEndSender } = new MessageChannel()
const requestTurnEnd = turnEndSender.postMessage.bind(turnEndSender)
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
    new Run(data, post).start()
  },
  { once: true },
)

/** @typedef {(message: object) => void} Post */

/** What a program says, as far as it may. */
class Speech {
  #said = { characters: 0, lines: 0, messages: 0 }
  #post

  /** @param {Post} post */
  constructor(post) {
    this.#post = post
  }

  /** @param {'stdout' | 'stderr'} stream @param {unknown} written */
  print(stream, written) {
    const said = this.#said
    const text = toText(written)
    const kept = slice(text, 0, limits.characters - said.characters)
    said.characters += text.length
    said.lines += countLines(kept, limits.lines - said.lines)
    said.messages++
    this.#post({ type: 'output', stream, text: kept })
  }

  /** @param {import('./handles.js').TestEvent} told */
  tellTest(told) {
    const event = cutTest(told)
    this.#said.characters += charactersIn(event)
    this.#said.messages++
    if (!this.isFlood) this.#post(event)
  }

  /** Whether it was too much. */
  get isFlood() {
    const { characters, lines, messages } = this.#said
    return (
      characters > limits.characters ||
      lines > limits.lines ||
      messages > limits.messages
    )
  }
}

/** Says when a program ends that has nothing left to wait for. */
class Ending {
  /** Whether the modules are there; until then nothing else keeps it alive. */
  #hasStarted = false
  #isEvaluated = false
  #isAsked = false
  #isPatient = false
  #onEnd

  /**
   * @param {(isUnsettled: boolean) => void} onEnd told whether the entry still
   *   awaits what nothing will bring
   */
  constructor(onEnd) {
    this.#onEnd = onEnd
    turnEnd.onmessage = () => {
      this.#isAsked = false
      if (activeHandles() === 0) onEnd(false)
    }
  }

  start() {
    this.#hasStarted = true
  }

  evaluated() {
    this.#isEvaluated = true
    this.look()
  }

  /** To be called when nothing may be left to wait for. */
  look() {
    if (!this.#hasStarted) return
    if (!this.#isEvaluated) {
      if (!this.#isPatient) startTimer(() => this.#giveUp(), patience)
      this.#isPatient = true
      return
    }
    if (this.#isAsked) return
    this.#isAsked = true
    // By then all that follows from what has happened has been done.
    startTimer(() => requestTurnEnd(null), 0)
  }

  #giveUp() {
    this.#isPatient = false
    if (!this.#isEvaluated && activeHandles() === 0) this.#onEnd(true)
  }
}

/** One run of a program. */
class Run {
  #program
  #post
  #hasEnded = false
  #speech
  #loader
  #errors
  #ending = new Ending((isUnsettled) => this.#endNow(isUnsettled))
  /** @type {((event: ErrorEvent) => void) | null} */
  #onErrorTold = null

  /**
   * @param {Program} program
   * @param {Post} post
   */
  constructor(program, post) {
    const { chapter, files, entry } = program
    this.#program = program
    this.#post = post
    this.#speech = new Speech(post)
    this.#setHost()
    this.#loader = new Loader({
      chapter,
      files,
      entry,
      builtins,
      createUrl: (text) =>
        createObjectURL(new Blob([text], { type: 'text/javascript' })),
      key: `velocy:${crypto.getRandomValues(new Uint32Array(2)).join('')}`,
    })
    this.#errors = new Errors(this.#loader)
  }

  /** Prepares what the program finds, and runs it. */
  start() {
    const { files, env = {}, args = [] } = this.#program
    const folder = pathOf(this.#loader.root).slice(0, -1)
    const entry = pathOf(this.#loader.entry)
    this.#listenToErrors()
    mountFiles(folder, files)
    const argv = ['/usr/local/bin/node', entry, ...args]
    setUpProcess({ env, argv, cwd: folder })
    this.#errors.install()
    showAsNode()
    closeGlobal({ Buffer, console, fetch, process, ...timers })
    this.#post({ type: 'start' })
    const ending = this.#ending
    const onLoaded = () => {
      ending.start()
      ending.look()
    }
    this.#loader.run(onLoaded).then(
      () => ending.evaluated(),
      (error) => {
        ending.start()
        this.#fail(error, 'uncaughtException')
      },
    )
  }

  #setHost() {
    const speech = this.#speech
    const stopFlood = () => {
      if (!speech.isFlood) return
      this.#end({ ended: 'flood', status: null, error: null })
    }
    setHost({
      print: (stream, written) => {
        if (this.#hasEnded) return
        speech.print(stream, written)
        stopFlood()
      },
      emitTest: (told) => {
        if (this.#hasEnded) return
        speech.tellTest(told)
        stopFlood()
      },
      exit: (status) => {
        this.#end({ ended: 'exit', status, error: null })
        throw exited
      },
      keepAlive: (alive) => {
        if (!alive) this.#ending.look()
      },
      sourceOf: (frame) => this.#loader.sourceOf(frame),
    })
  }

  #listenToErrors() {
    addListener('error', (event) => {
      event.preventDefault()
      if (this.#onErrorTold) this.#onErrorTold(event)
      else this.#fail(event.error, 'uncaughtException')
    })
    addListener('unhandledrejection', (event) => {
      event.preventDefault()
      const { reason } = event
      if (reason === exited || this.#hasEnded) return
      try {
        if (process.emit('unhandledRejection', reason, event.promise)) return
      } catch (error) {
        this.#fail(error, 'uncaughtException')
        return
      }
      this.#fail(this.#errors.rejection(reason), 'unhandledRejection')
    })
  }

  /** @param {Outcome} outcome */
  #end(outcome) {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#post({ type: 'end', ...outcome })
  }

  /**
   * Ends the program for an error, unless it wants to hear of it.
   *
   * @param {unknown} error that nothing caught
   * @param {'uncaughtException' | 'unhandledRejection'} origin
   */
  #fail(error, origin) {
    if (this.#hasEnded || error === exited) return
    try {
      process.emit('uncaughtExceptionMonitor', error, origin)
      if (process.emit('uncaughtException', error, origin)) return
      process.emit('exit', 1)
    } catch (another) {
      error = another
    }
    const report = this.#errors.report(error, this.#placeOf(error))
    const ended = endingOf(report)
    this.#end({ ended, status: ended === 'error' ? 1 : null, error: report })
  }

  /**
   * A syntax error has no frames, but the browser knows where it is.
   *
   * @param {unknown} error
   * @returns {import('./errors.js').Place | null}
   */
  #placeOf(error) {
    if (!isError(error) || !hasPrototype(syntaxError, error)) return null
    /** @type {import('./errors.js').Place | null} */
    let place = null
    this.#onErrorTold = ({ filename, lineno, colno }) => {
      place = this.#loader.placeOf(filename, lineno, colno)
    }
    tellError(error)
    this.#onErrorTold = null
    return place
  }

  /** @param {boolean} isUnsettled */
  #endNow(isUnsettled) {
    if (isUnsettled) {
      console.error(
        `Warning: Detected unsettled top-level await at ${this.#loader.entry}`,
      )
      process.exitCode ??= 13
    }
    try {
      const exitCode = endProcess()
      if (exitCode === null) return
      const status = exitCode === 0 && testFailed() ? 1 : exitCode
      this.#end({ ended: 'exit', status, error: null })
    } catch (error) {
      this.#fail(error, 'uncaughtException')
    }
  }
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
