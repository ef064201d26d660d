/**
 * Child processes that are measured and never left behind: each is started as
 * the leader of a process group, and the group is what is sampled and ended.
 */
import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { began, endChildrenOnSignal, endGroup } from '../processes/groups.js'

/** Clock ticks per second in /proc; a constant of the Linux ABI. */
const TICKS = 100

/** How often the CPU time of a group is sampled, in ms. */
const SAMPLING = 100

/**
 * @typedef {object} Usage of a process group
 * @property {number} processes
 * @property {number} cpu seconds used so far
 */

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
  for (const { time } of fromPs(group)) {
    usage.processes++
    usage.cpu += parsePsTime(time)
  }
  return usage
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
  return (
    rest.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) +
    Number(days) * 86_400
  )
}

/**
 * @param {number} group
 * @returns {{ rss: string, time: string }[]} one per process
 */
function fromPs(group) {
  const lines = execFileSync('ps', ['-axo', 'pgid=,rss=,time='], {
    encoding: 'utf8',
  })
  return lines
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([leader]) => Number(leader) === group)
    .map(([, rss, time]) => ({ rss, time }))
}

/** A program in a group of its own, pinned to cores. */
export class Group {
  #output = ''
  /** @type {Promise<void>} */
  #closed

  /**
   * @param {string[]} command
   * @param {{ cores?: number[], env?: NodeJS.ProcessEnv, cwd?: string }} [options]
   */
  constructor(command, { cores = [], env = process.env, cwd } = {}) {
    endChildrenOnSignal()
    this.command =
      cores.length > 0
        ? ['taskset', '-c', cores.join(','), ...command]
        : command
    const [file, ...args] = this.command
    this.child = spawn(file, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    began(this.child)
    const { pid, stdout, stderr } = this.child
    this.pid = pid ?? 0
    this.stdout = ''
    /** @type {Error | null} */
    this.failure = null
    this.ended = false
    stdout.setEncoding('utf8').on('data', (text) => {
      this.stdout += text
      this.#keep(text)
    })
    stderr.setEncoding('utf8').on('data', (text) => this.#keep(text))
    this.#closed = new Promise((resolve) => {
      this.child.once('error', (error) => {
        this.failure = error
        this.ended = true
        resolve()
      })
      this.child.once('exit', () => {
        this.ended = true
      })
      this.child.once('close', () => resolve())
    })
  }

  /** @param {string} text */
  #keep(text) {
    this.#output = (this.#output + text).slice(-4000)
  }

  /** The end of what it printed, for a message. */
  get output() {
    return this.#output.trim()
  }

  get usage() {
    return usageOf(this.pid)
  }

  get memory() {
    return memoryOf(this.pid)
  }

  /** How it ended, in words. */
  get ending() {
    if (this.failure) return this.failure.message
    const { signalCode, exitCode } = this.child
    return signalCode ? `ended by ${signalCode}` : `exit status ${exitCode}`
  }

  /** Resolves when it has ended and its output is read. */
  closed() {
    return this.#closed
  }

  /**
   * @param {number} timeout ms until it is ended
   * @param {(usage: Usage) => void} sample called while it runs
   * @returns {Promise<string>} what is wrong with how it ended; '' if nothing
   */
  async finish(timeout, sample) {
    const sampling = setInterval(() => sample(this.usage), SAMPLING)
    let late = false
    const timer = setTimeout(() => {
      late = true
      this.stop()
    }, timeout)
    await this.#closed
    clearInterval(sampling)
    clearTimeout(timer)
    await this.stop()
    if (late) return `it did not end within ${timeout / 1000} s`
    return this.failure || this.child.exitCode !== 0 ? this.ending : ''
  }

  /** Ends the group and whatever is left of it. */
  async stop() {
    await endGroup(this.child)
    await this.#closed
  }
}
