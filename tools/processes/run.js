/**
 * Child processes with a time limit. Each runs in a process group of its own,
 * so that whatever it started ends with it: nothing is left behind by a
 * time-out or by Ctrl-C.
 */
import { spawn } from 'node:child_process'
import { began, forget, signalGroup } from './groups.js'

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
 * @property {number} [timeout] seconds; Infinity where the parent of this
 *   process sees to its end
 * @property {number} [maxOutput] characters; a program that prints more is
 *   ended
 * @property {AbortSignal} [signal] ends the program at once
 * @property {(line: string) => void} [onLine] called per line of output
 * @property {(group: number) => void} [onStart] gets the process group
 */

/** How long a process group has to end by itself once asked to, in ms. */
const grace = 3000

export { endChildrenOnSignal } from './groups.js'

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
export async function run(file, args, options = {}) {
  const { cwd, env = cleanEnv(), timeout = 600, signal, onStart } = options
  const start = performance.now()
  const child = spawn(file, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const group = child.pid
  began(child)
  /** @param {NodeJS.Signals} name */
  const send = (name) => group !== undefined && signalGroup(group, name)
  const kill = () => void send('SIGKILL')
  /** @param {() => void} [killed] */
  const terminate = (killed) => {
    send('SIGTERM')
    setTimeout(() => {
      kill()
      killed?.()
    }, grace).unref()
  }
  const outcome = collect(child, options, kill)
  const timer =
    Number.isFinite(timeout) &&
    setTimeout(() => {
      outcome.timedOut = true
      terminate()
    }, timeout * 1000)
  signal?.addEventListener('abort', kill, { once: true })
  if (signal?.aborted) kill()
  if (group !== undefined) onStart?.(group)
  /** @type {number | null} */
  const status = await new Promise((resolve) => {
    // 'close' waits for every holder of the pipes; a process that the program
    // left behind would delay it, so its own exit ends the group first.
    child.on('exit', () =>
      terminate(() => setTimeout(() => resolve(child.exitCode), grace).unref()),
    )
    child.on('close', resolve)
  })
  if (timer) clearTimeout(timer)
  signal?.removeEventListener('abort', kill)
  // What the program left running would hold ports and time.
  kill()
  forget(group)
  const { rest, ...said } = outcome
  if (rest) options.onLine?.(rest)
  return { status, seconds: (performance.now() - start) / 1000, ...said }
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null,
 *   import('node:stream').Readable, import('node:stream').Readable>} child
 * @param {RunOptions} options
 * @param {() => void} kill
 */
function collect(child, { maxOutput = Infinity, onLine }, kill) {
  const outcome = {
    ...{ output: '', stdout: '', failure: '' },
    ...{ timedOut: false, flooded: false },
    /** The beginning of a line that has not been printed to its end. */
    rest: '',
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      if (outcome.flooded) return
      outcome.output += text
      if (stream === child.stdout) outcome.stdout += text
      if (outcome.output.length > maxOutput) {
        outcome.flooded = true
        kill()
      }
      if (!onLine) return
      const lines = (outcome.rest + text).split(/\r?\n|\r/)
      outcome.rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
  }
  child.on('error', (error) => {
    outcome.failure = error.message
  })
  return outcome
}
