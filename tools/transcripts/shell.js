/**
 * One bash for the commands of one block, so that `cd`, variables and
 * background jobs last from a command to the next.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { began, endGroup, hasFollowers } from '../processes/groups.js'
import { patienceInMs } from '../processes/pace.js'

/** How long a command, or the start of a server, may take, in ms. */
export const usualTimeLimit = () => patienceInMs(20)

/** How long a background job must be silent to be taken as done, in ms. */
const quiet = () => patienceInMs(0.08)

/** How much a command may print before it has to wait, in characters. */
const outputLimit = 1_000_000

// Commands come on descriptor 3, each ended by a zero byte, so that no command
// can read the next one from its standard input. The mark after each goes
// through the same pipe as the output and so keeps its place in it.
const driver = `exec 2>&1
while IFS= read -r -d '' -u 3 __command; do
  eval "$__command" 3<&- </dev/null
  printf '\\036%s %d %d\\036' "$__mark" "$?" "$(jobs -rp | wc -l)"
done
kill $(jobs -p) 2>/dev/null
wait`

/** Collects what a child prints, and lets one wait for a part of it. */
class Output {
  text = ''
  ended = false
  lastChange = performance.now()
  /** @type {Set<() => void>} */
  #waiting = new Set()

  /** @param {import('node:stream').Readable[]} streams */
  constructor(streams) {
    let open = streams.length
    for (const stream of streams) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => {
        this.text += text
        // What prints without end is stopped by the full pipe.
        if (this.text.length > outputLimit) stream.pause()
        this.lastChange = performance.now()
        this.#wake()
      })
      stream.on('error', () => {})
      stream.on('close', () => {
        open -= 1
        if (open === 0) this.ended = true
        this.#wake()
      })
    }
  }

  #wake() {
    for (const wake of this.#waiting) wake()
  }

  /**
   * @param {() => boolean} condition
   * @param {number} deadline by performance.now()
   * @returns {Promise<boolean>} whether it came true in time
   */
  async until(condition, deadline) {
    while (!condition()) {
      const left = deadline - performance.now()
      if (left <= 0 || this.ended) return condition()
      await new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          this.#waiting.delete(wake)
          resolve(undefined)
        }
        const timer = setTimeout(wake, left)
        this.#waiting.add(wake)
      })
    }
    return true
  }

  /** @param {number} deadline by performance.now() */
  async settle(deadline) {
    const enough = quiet()
    for (;;) {
      const silent = performance.now() - this.lastChange
      if (silent >= enough || this.ended || performance.now() > deadline) return
      await delay(enough - silent)
    }
  }
}

/**
 * Whether the output has the line by which a server says that it listens. A
 * line that is not yet whole does not count.
 *
 * @param {string} output
 */
const isReady = (output) => /http:\/\/[^\n]*\n/.test(output)

export class Shell {
  #child
  #commands
  #output
  #mark = randomUUID()
  #timeLimit
  /** How many background jobs there were after the last command. */
  #jobs = 0

  /**
   * @param {{ cwd: string, env: NodeJS.ProcessEnv, timeLimit?: number }} options
   */
  constructor({ cwd, env, timeLimit = usualTimeLimit() }) {
    this.#timeLimit = timeLimit
    this.#child = spawn(
      'bash',
      ['--noprofile', '--norc', '-c', `__mark=${this.#mark}\n${driver}`],
      { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
    )
    began(this.#child)
    const { stdout, stderr, stdio } = this.#child
    this.#child.on('error', () => {})
    this.#output = new Output(
      /** @type {import('node:stream').Readable[]} */ ([stdout, stderr]),
    )
    this.#commands = /** @type {import('node:stream').Writable} */ (stdio[3])
    this.#commands.on('error', () => {})
  }

  /**
   * Sends a command and waits for the mark after it.
   *
   * @param {string} script
   * @param {number} deadline
   */
  async #send(script, deadline) {
    const mark = new RegExp(`\\x1e${this.#mark} (\\d+) (\\d+)\\x1e`)
    this.#commands.write(`${script}\0`)
    await this.#output.until(() => mark.test(this.#output.text), deadline)
    const found = mark.exec(this.#output.text)
    if (!found) return null
    this.#output.text = this.#output.text.replace(mark, '')
    return { status: Number(found[1]), jobs: Number(found[2]) }
  }

  /**
   * Runs a command to its end, or to its ready line when it ends with `&`.
   *
   * @param {string} script
   * @returns its status, null where it did not end in time, and the failure,
   *   which says why; '' where it did
   */
  async run(script) {
    this.#output.text = ''
    const seconds = Math.round(this.#timeLimit / 100) / 10
    const deadline = performance.now() + this.#timeLimit
    const ended = await this.#send(script, deadline)
    const take = () => this.#output.text
    if (!ended && this.#output.ended) {
      // `exit` ends the shell itself; that is its status.
      if (this.#child.exitCode === null && this.#child.signalCode === null) {
        await once(this.#child, 'exit')
      }
      return { output: take(), status: this.#child.exitCode, failure: '' }
    }
    if (!ended) {
      return {
        output: take(),
        status: null,
        failure: `did not end within ${seconds} s. End a command that keeps running with "&"; it is stopped at the end of the block`,
      }
    }
    const isServer = /(^|\s)node\s/.test(script) && /[^&]&\s*$/.test(script)
    const jobs = isServer
      ? await this.#listens(ended.jobs, deadline)
      : ended.jobs
    if (jobs === null) {
      return {
        output: take(),
        status: null,
        failure: `did not print a line with http:// within ${seconds} s, so it is not known when it is ready`,
      }
    }
    await this.#hearOut(jobs, deadline)
    return { output: take(), status: ended.status, failure: '' }
  }

  /**
   * Waits until a background job has printed its ready line, or has ended.
   *
   * @param {number} jobs
   * @param {number} deadline
   * @returns {Promise<number | null>} how many run then; null at the deadline
   */
  async #listens(jobs, deadline) {
    let running = jobs
    const isListening = () => isReady(this.#output.text)
    while (running > 0 && !isListening()) {
      if (performance.now() > deadline) return null
      await this.#output.until(isListening, performance.now() + quiet())
      running = (await this.#send(':', deadline))?.jobs ?? running
    }
    return running
  }

  /**
   * Waits for what background jobs print in answer to a command: a person
   * types slowly, and so it stands below that command.
   *
   * @param {number} jobs that run now
   * @param {number} deadline
   */
  async #hearOut(jobs, deadline) {
    const before = this.#jobs
    this.#jobs = jobs
    if (jobs > 0) {
      this.#output.lastChange = performance.now()
      await this.#output.settle(deadline)
      // It may just have been told to end.
      this.#jobs = (await this.#send(':', deadline))?.jobs ?? jobs
    }
    if (this.#jobs > 0 || before === 0) return
    // What a job has started, such as workers, ends a moment after it, and its
    // last words must not come with the next command.
    while (hasFollowers(this.#child.pid) && performance.now() < deadline) {
      await delay(10)
    }
    await this.#send(':', deadline)
  }

  /** Ends the shell and everything that it started. */
  async close() {
    this.#commands.end()
    await this.#output.until(() => false, performance.now() + 200)
    await endGroup(this.#child)
  }
}

/**
 * Starts a server beside a block and waits until it says where it listens.
 *
 * @param {string} node
 * @param {string[]} args program and arguments
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
export async function startServer(node, args, { cwd, env }) {
  const timeLimit = usualTimeLimit()
  const child = spawn(node, args, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  began(child)
  child.on('error', () => {})
  const output = new Output([child.stdout, child.stderr])
  const ready = await output.until(
    () => isReady(output.text),
    performance.now() + timeLimit,
  )
  return {
    failure: ready
      ? ''
      : `node ${args.join(' ')} ${output.ended ? 'ended before it printed' : `did not print within ${timeLimit / 1000} s`} a line with http://, by which it says that it listens`,
    /** Everything that it has printed. */
    output: () => output.text,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** @param {NodeJS.Signals} [signal] @param {number} [patience] ms */
    close: (signal, patience) => endGroup(child, signal, patience),
  }
}
