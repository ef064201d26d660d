/**
 * Child processes that are measured and never left behind: each is started as
 * the leader of a process group, and the group is what is sampled and ended.
 */
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { began, endChildrenOnSignal, endGroup } from '../processes/groups.js'
import { run } from '../processes/run.js'

/** Clock ticks per second in /proc; a constant of the Linux ABI. */
const TICKS = 100

/** How often the CPU time of a group is sampled, in ms. */
const SAMPLING = 100

/** @typedef {{ processes: number, cpu: number }} Usage cpu: seconds so far */

/**
 * What {@link memoryOf} counts here: `pss`, in which a page that several
 * processes share is divided among them, or `rss`, where the system does not
 * tell the former and such a page counts in each.
 */
export const memoryKind = process.platform === 'linux' ? 'pss' : 'rss'

/** @param {number} group @returns {Usage} */
export function usageOf(group) {
  const usage = { processes: 0, cpu: 0 }
  if (process.platform === 'linux') {
    eachInProc(group, (_pid, fields) => {
      usage.processes++
      // Its own, and that of its children that have ended.
      const ticks = fields.slice(11, 15).map(Number)
      usage.cpu += ticks.reduce((sum, part) => sum + part, 0) / TICKS
    })
    return usage
  }
  const times = fromPs(group).map(({ time }) => parsePsTime(time))
  const cpu = times.reduce((sum, seconds) => sum + seconds, 0)
  return { processes: times.length, cpu }
}

/**
 * The memory of a group. The kernel walks the page tables for it, so it is not
 * asked for more often than needed.
 *
 * @param {number} group
 * @returns {number} bytes, of the kind {@link memoryKind}
 */
export function memoryOf(group) {
  let kilobytes = 0
  if (process.platform === 'linux') {
    eachInProc(group, (pid) => {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
    })
  } else {
    for (const { rss } of fromPs(group)) kilobytes += Number(rss)
  }
  return 1024 * kilobytes
}

/**
 * Those of a group, and what they have started in groups of their own.
 *
 * @param {number} group
 * @param {(pid: string, fields: string[]) => void} use what stat says, from
 *   the state on
 */
function eachInProc(group, use) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = all.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name of the program, in brackets, may hold anything.
      return { pid, fields: stat.slice(stat.lastIndexOf(')') + 2).split(' ') }
    } catch {
      // It ended while it was being read.
      return []
    }
  })
  const members = new Set()
  for (const { pid, fields } of found) {
    if (Number(fields[2]) === group) members.add(pid)
  }
  for (let before = -1; before < members.size; ) {
    before = members.size
    for (const { pid, fields } of found) {
      if (members.has(fields[1])) members.add(pid)
    }
  }
  for (const { pid, fields } of found) {
    // Ended, and not yet collected by its parent: it uses nothing.
    if (!members.has(pid) || fields[0] === 'Z' || fields[0] === 'X') continue
    try {
      use(pid, fields)
    } catch {
      // It ended in the meantime.
    }
  }
}

/**
 * @param {string} time `[dd-]hh:mm:ss` or `mm:ss.cc`, as ps prints it
 * @returns {number} seconds
 */
export function parsePsTime(time) {
  const [, days = '0', rest] = /^(?:(\d+)-)?(.*)$/.exec(time) ?? []
  const seconds = rest.split(':').reduce((sum, part) => sum * 60 + +part, 0)
  return seconds + Number(days) * 86_400
}

/** One of each process. @param {number} group */
const fromPs = (group) =>
  String(execFileSync('ps', ['-axo', 'pgid=,rss=,time=']))
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([leader]) => Number(leader) === group)
    .map(([, rss, time]) => ({ rss, time }))

/** @param {string[]} command @param {number[]} cores none: it isn't pinned */
const pinned = (command, cores) =>
  cores.length > 0 ? ['taskset', '-c', cores.join(','), ...command] : command

/**
 * Runs a program to its end, and samples its CPU time meanwhile.
 *
 * @param {string[]} command
 * @param {object} options
 * @param {number[]} options.cores
 * @param {number} options.timeout seconds
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {(usage: Usage) => void} sample
 * @returns {Promise<{ stdout: string, command: string[] }>}
 * @throws {Error} when it fails
 */
export async function runSampled(command, options, sample) {
  const { cores, timeout, env = process.env } = options
  const whole = pinned(command, cores)
  const [file, ...args] = whole
  /** @type {NodeJS.Timeout | undefined} */
  let sampling
  const outcome = await run(file, args, {
    env,
    timeout,
    onStart(group) {
      sampling = setInterval(() => sample(usageOf(group)), SAMPLING)
    },
  })
  clearInterval(sampling)
  const { status, stdout, output, timedOut, failure } = outcome
  if (status === 0) return { stdout, command: whole }
  const why = timedOut
    ? `it did not end within ${timeout} s`
    : failure || `exit status ${status ?? 'of a signal'}`
  throw new Error(`${why}: ${whole.join(' ')}\n${output.trim().slice(-4000)}`)
}

/** A server in a group of its own, pinned to cores. */
export class Group {
  #child
  #closed
  /** How it ended, in words; '' while it runs. */
  ending = ''
  /** The end of what it printed, for a message. */
  output = ''

  /**
   * @param {string[]} command
   * @param {{ cores: number[], env: NodeJS.ProcessEnv, cwd?: string }} options
   */
  constructor(command, { cores, env, cwd }) {
    endChildrenOnSignal()
    const [file, ...args] = pinned(command, cores)
    const child = spawn(file, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    began(child)
    this.#child = child
    this.pid = child.pid ?? 0
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        this.output = (this.output + text).slice(-4000)
      })
    }
    this.#closed = new Promise((resolve) => {
      child.once('error', ({ message }) => {
        this.ending = message
        resolve(null)
      })
      child.once('exit', (status, signal) => {
        this.ending = signal ? `ended by ${signal}` : `exit status ${status}`
      })
      child.once('close', resolve)
    })
  }

  get usage() {
    return usageOf(this.pid)
  }

  get memory() {
    return memoryOf(this.pid)
  }

  /** Ends the group and whatever is left of it. */
  async stop() {
    await endGroup(this.#child)
    await this.#closed
  }
}
