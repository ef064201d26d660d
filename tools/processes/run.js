/**
 * Child processes with a time limit. Each runs in a process group of its own,
 * so that whatever it started ends with it: nothing is left behind by a
 * time-out or by Ctrl-C.
 */
import { spawn } from 'node:child_process'

/**
 * @typedef {object} Outcome
 * @property {number | null} status exit status; null when it did not exit
 * @property {string} output stdout and stderr as they came
 * @property {string} stdout
 * @property {number} seconds
 * @property {boolean} timedOut
 * @property {boolean} flooded whether it was ended because it printed too much
 * @property {string} failure why it could not start; '' when it did
 */

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment
 * @property {number} [timeout] seconds; Infinity where whoever started this
 *   process sees to its end
 * @property {() => Promise<number>} [more] asked when the time is up: how many
 *   seconds it may still take
 * @property {number} [maxOutput] characters; a program that prints more is
 *   ended
 * @property {AbortSignal} [signal] ends the program at once
 * @property {(line: string) => void} [onLine] called per line of output
 */

/** How long a process group has to end by itself once asked to, in ms. */
const grace = 3000

/** @type {Set<number>} process groups that are running */
const running = new Set()

/**
 * @param {number} group
 * @param {NodeJS.Signals} signal
 */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal)
  } catch {
    // The group has ended already.
  }
}

/** Ends everything that `run` started and that still runs. */
export function endAll() {
  for (const group of running) signalGroup(group, 'SIGKILL')
}

/**
 * Ends the children too when this process is told to end.
 *
 * @param {(signal: string) => void} [report]
 */
export function endChildrenOnSignal(report) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => {
      report?.(signal)
      for (const group of running) signalGroup(group, 'SIGTERM')
      const code = signal === 'SIGINT' ? 130 : 143
      setTimeout(() => {
        endAll()
        process.exit(code)
      }, 300)
    })
  }
}

/**
 * The environment for a child that runs tests of its own: without the
 * variables by which `node --test` tells a nested run to stay silent.
 *
 * @param {Record<string, string | undefined>} [extra]
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnv(extra = {}) {
  const env = { ...process.env, ...extra }
  delete env.NODE_TEST_CONTEXT
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) delete env[name]
  }
  return env
}

/**
 * Runs a program to its end, with nothing on its stdin.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>} never rejects
 */
export function run(file, args, options = {}) {
  const { cwd, env = cleanEnv(), timeout = 600, signal, onLine } = options
  const { maxOutput = Infinity, more } = options
  const start = performance.now()
  return new Promise((resolve) => {
    let output = ''
    let stdout = ''
    let partial = ''
    let timedOut = false
    let flooded = false
    let settled = false
    let failure = ''
    const child = spawn(file, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const group = child.pid
    if (group !== undefined) running.add(group)
    const end = () => {
      timedOut = true
      if (group === undefined) return
      signalGroup(group, 'SIGTERM')
      setTimeout(() => signalGroup(group, 'SIGKILL'), grace).unref()
    }
    const timeIsUp = async () => {
      const seconds = (await more?.()) ?? 0
      if (settled) return
      if (seconds > 0) timer = setTimeout(timeIsUp, seconds * 1000)
      else end()
    }
    /** @type {NodeJS.Timeout | undefined} */
    let timer
    if (Number.isFinite(timeout)) timer = setTimeout(timeIsUp, timeout * 1000)

    const abort = () => {
      if (group !== undefined) signalGroup(group, 'SIGKILL')
    }
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()

    /** @param {string} text */
    const take = (text) => {
      if (flooded) return
      output += text
      if (output.length > maxOutput) {
        flooded = true
        abort()
      }
      if (!onLine) return
      const lines = (partial + text).split(/\r?\n|\r/)
      partial = /** @type {string} */ (lines.pop())
      for (const line of lines) onLine(line)
    }
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (!flooded) stdout += text
      take(text)
    })
    child.stderr.setEncoding('utf8').on('data', take)
    child.on('error', (error) => {
      failure = error.message
    })
    /** @param {number | null} status */
    const finish = (status) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      if (group !== undefined) {
        // What the program left running would hold ports and time.
        signalGroup(group, 'SIGKILL')
        running.delete(group)
      }
      if (partial && onLine) onLine(partial)
      const seconds = (performance.now() - start) / 1000
      const ended = { timedOut, flooded, failure }
      resolve({ status, output, stdout, seconds, ...ended })
    }
    // 'close' waits for every holder of the pipes; a process that the program
    // left behind would delay it, so its own exit ends the group first.
    child.on('exit', () => {
      if (group !== undefined) signalGroup(group, 'SIGTERM')
      setTimeout(() => {
        if (group !== undefined) signalGroup(group, 'SIGKILL')
        setTimeout(() => finish(child.exitCode), grace).unref()
      }, grace).unref()
    })
    child.on('close', (code) => finish(code))
  })
}
