/** Process groups: what this process has started, and its end. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

/** How long a process group may take to end once asked to, in ms. */
const grace = 2_000

/** @type {Set<number>} process groups that are running */
const running = new Set()

/** @param {ChildProcess} child the leader of a group */
export function began({ pid }) {
  if (pid !== undefined) running.add(pid)
}

/**
 * @param {number} group
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} whether there is such a group
 */
export function signalGroup(group, signal) {
  try {
    process.kill(-group, signal)
    return true
  } catch {
    return false
  }
}

/**
 * @param {number | undefined} group
 * @returns {boolean} whether anything but its leader runs in a process group;
 *   false where the system cannot tell
 */
export function hasFollowers(group) {
  /** @param {string} pid */
  const isFollower = (pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name before these, in parentheses, may hold anything.
      const [state, , its] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(its) === group && Number(pid) !== group && state !== 'Z'
    } catch {
      return false
    }
  }
  try {
    return readdirSync('/proc').some(
      (name) => /^\d/.test(name) && isFollower(name),
    )
  } catch {
    return false
  }
}

/** @param {number | undefined} group that has ended */
export const forget = (group) => running.delete(group ?? 0)

/** Ends all that was started here, at once: when the runner itself is ended. */
function endAllGroups() {
  for (const group of running) signalGroup(group, 'SIGKILL')
}

/**
 * Asks all groups to end, also those that begin meanwhile.
 *
 * @param {number} patience ms until it gives up
 */
async function askAllToEnd(patience) {
  const end = performance.now() + patience
  const asked = new Set()
  do {
    for (const group of running) {
      if (!asked.has(group)) signalGroup(group, 'SIGTERM')
      asked.add(group)
    }
    await delay(300)
  } while (
    performance.now() < end &&
    [...running].some((group) => signalGroup(group, 0))
  )
}

let isGuarded = false

/**
 * Ends the children too, however this process ends.
 *
 * @param {(signal: string) => void} [report]
 */
export function endChildrenOnSignal(report) {
  if (isGuarded) return
  isGuarded = true
  process.on('exit', endAllGroups)
  const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  for (const [signal, code] of Object.entries(codes)) {
    process.once(signal, async () => {
      report?.(signal)
      // A child may have children of its own to end, and gets a SIGTERM.
      await askAllToEnd(signal === 'SIGTERM' ? 1000 : 3000)
      process.exit(code)
    })
  }
}

/**
 * Ends a process group: asked first, then forced.
 *
 * @param {ChildProcess} child its leader
 * @param {NodeJS.Signals} [signal] that asks
 * @param {number} [patience] ms until it is forced
 * @returns {Promise<boolean>} whether asking was enough
 */
export async function endGroup(child, signal = 'SIGTERM', patience = grace) {
  const group = child.pid
  if (group === undefined) return true
  signalGroup(group, signal)
  const end = performance.now() + patience
  while (performance.now() < end && signalGroup(group, 0)) await delay(10)
  const hadToBeForced = signalGroup(group, 'SIGKILL')
  forget(group)
  return !hadToBeForced
}
