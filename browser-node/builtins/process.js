/** node:process, of a program in a page. */
import {
  activeHandles,
  exit as endRun,
  print,
  tellEnd,
} from '../sandbox/handles.js'
import { notInPage } from './errors.js'
import EventEmitter from './events.js'
import { nextTick } from './loop.js'
import { setStandardStreams } from './process-core.js'
import { Writable } from './stream.js'
import { onWarning } from './warnings.js'

/**
 * @typedef {(error: unknown,
 *   origin: 'uncaughtException' | 'unhandledRejection') => boolean} Watcher
 */

const clock = globalThis.performance
const started = clock.now()

/** @type {Watcher[]} */
const watchers = []

/** @type {string} */
let folder = '/'
let isExiting = false

let hasWarned = false
/** What Node says below the first warning. */
const HOW_TO_TRACE =
  '(Use `node --trace-warnings ...` to show where the warning was created)\n'

class Process extends EventEmitter {
  /** @type {string[]} */
  argv = []
  /** @type {Record<string, string>} */
  env = {}
  /** @type {number | string | undefined} */
  exitCode = undefined
  execPath = '/usr/local/bin/node'
  /** @type {string[]} */
  execArgv = []
  pid = 42
  platform = 'linux'
  arch = 'x64'
  version = 'v26.10.0'
  versions = { node: '26.10.0' }
  nextTick = nextTick
  stdout = standardStream('stdout', 1)
  stderr = standardStream('stderr', 2)

  /**
   * @param {string | symbol} type
   * @param {...any} args
   * @returns {boolean}
   */
  emit(type, ...args) {
    const isError =
      type === 'uncaughtException' || type === 'unhandledRejection'
    if (isError && watchers.some((watch) => watch(args[0], type))) return true
    return super.emit(type, ...args)
  }

  cwd() {
    return folder
  }

  chdir() {
    throw notInPage('process.chdir')
  }

  /** @param {number | string} [code] @returns {never} */
  exit(code) {
    if (code !== undefined) this.exitCode = code
    if (!isExiting) {
      isExiting = true
      this.emit('exit', status())
    }
    return endRun(status())
  }

  reallyExit = endRun

  abort() {
    return endRun(134)
  }

  /** @param {number} pid of the program: a signal that it has no listener for ends it */
  kill(pid, signal = 'SIGTERM') {
    if (pid !== this.pid) throw notInPage('process.kill of another process')
    return this.emit(signal, signal) || endRun(143)
  }

  /** @returns {number} in seconds */
  uptime() {
    return (clock.now() - started) / 1000
  }

  memoryUsage() {
    throw notInPage('process.memoryUsage')
  }

  cpuUsage() {
    throw notInPage('process.cpuUsage')
  }

  get stdin() {
    throw notInPage('process.stdin')
  }

  /**
   * @param {string | Error} warning
   * @param {string | { type?: string, code?: string }} [options]
   */
  emitWarning(warning, options = {}) {
    const { type = 'Warning' } =
      typeof options === 'string' ? { type: options } : options
    const error = typeof warning === 'string' ? new Error(warning) : warning
    if (typeof warning === 'string') error.name = type
    nextTick(() => {
      print('stderr', `(node:${this.pid}) ${error.name}: ${error.message}\n`)
      if (!hasWarned) print('stderr', HOW_TO_TRACE)
      hasWarned = true
      this.emit('warning', error)
    })
  }

  get [Symbol.toStringTag]() {
    return 'process'
  }
}

/** @param {[number, number]} [since] */
function hrtime(since = [0, 0]) {
  const nanoseconds = hrtime.bigint()
  const difference =
    nanoseconds - BigInt(since[0]) * 1_000_000_000n - BigInt(since[1])
  return [
    Number(difference / 1_000_000_000n),
    Number(difference % 1_000_000_000n),
  ]
}
hrtime.bigint = () => BigInt(Math.round(clock.now() * 1e6))

/**
 * @param {'stdout' | 'stderr'} name
 * @param {number} fd
 */
function standardStream(name, fd) {
  const decoder = new TextDecoder()
  const stream = new Writable({
    decodeStrings: false,
    /**
     * @param {string | Uint8Array} chunk
     * @param {string} _encoding
     * @param {() => void} done
     */
    write(chunk, _encoding, done) {
      const isText = typeof chunk === 'string'
      const text = isText ? chunk : decoder.decode(chunk, { stream: true })
      if (text !== '') print(name, text)
      done()
    },
  })
  return Object.assign(stream, { fd, _type: 'pipe' })
}

/** @type {any} */
const process = Object.assign(new Process(), { hrtime })
setStandardStreams(process)
onWarning((warning) => process.emitWarning(warning))

/** How the program ends when it ends now. */
const status = () => Number(process.exitCode ?? 0)

/**
 * Before the run.
 *
 * @param {{ env: Record<string, string>, argv: string[], cwd: string }} run
 */
export function setUpProcess({ env, argv, cwd }) {
  // The same objects, which `import { argv, env }` knows already.
  Object.assign(process.env, env)
  process.argv.push(...argv)
  folder = cwd
}

/**
 * When nothing is left to do.
 *
 * @returns {number | null} the status; null: `beforeExit` gave it more to do
 */
export function endProcess() {
  process.emit('beforeExit', status())
  if (activeHandles() > 0) return null
  isExiting = true
  process.emit('exit', status())
  tellEnd()
  return status()
}

/** @param {Watcher} watcher is asked before all listeners */
export function watchUncaught(watcher) {
  watchers.push(watcher)
}

export const { argv, env, pid, platform, version, versions, stdout, stderr } =
  process
export const cwd = () => folder
/** @param {number | string} [code] */
export const exit = (code) => process.exit(code)
export { hrtime, nextTick, process, process as default }
