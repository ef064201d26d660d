/**
 * A quota of CPU time, as a container has it: `docker run --cpus=1` makes the
 * same control group. Linux only, and for root.
 */
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The period of a quota, in µs: the kernel's default, and Docker's. */
const PERIOD = 100_000

/** Where control groups are. A test has others. */
const ROOT = '/sys/fs/cgroup'

/**
 * @param {number} cpus CPU seconds per second, such as 1
 * @param {string} [root]
 * @throws {Error} where no group can be made
 */
export function openQuota(cpus, root = ROOT) {
  const isV2 = existsSync(path.join(root, 'cgroup.controllers'))
  const folder = mkdtempSync(path.join(root, isV2 ? '' : 'cpu', 'bench-'))
  try {
    const quota = Math.round(cpus * PERIOD)
    if (isV2) set('cpu.max', `${quota} ${PERIOD}`)
    else {
      set('cpu.cfs_period_us', `${PERIOD}`)
      set('cpu.cfs_quota_us', `${quota}`)
    }
  } catch (error) {
    rmdirSync(folder)
    throw error
  }
  const join = 'echo $$ >"$0/cgroup.procs" && exec "$@"'
  return {
    /** @param {string[]} command that shall be in the group */
    wrap: (command) => ['sh', '-c', join, folder, ...command],
    /** When its processes have been ended. */
    close: () => remove(folder),
  }

  /** @param {string} name @param {string} value */
  function set(name, value) {
    // The kernel has these files already: one that isn't there can't be set.
    const file = path.join(folder, name)
    readFileSync(file)
    writeFileSync(file, value)
  }
}

/** The kernel keeps it until all has quite ended. @param {string} folder */
async function remove(folder) {
  for (let tries = 0; ; tries++) {
    try {
      return rmdirSync(folder)
    } catch (error) {
      if (tries === 100) throw error
      await sleep(20)
    }
  }
}

/**
 * @param {{ cpus?: number }} entry of a benchmark
 * @param {string} [root]
 * @returns {Promise<string>} why it can't have the quota that it asks for; ''
 *   if it can
 */
export async function whyNoQuota({ cpus }, root) {
  if (cpus === undefined) return ''
  try {
    await openQuota(cpus, root).close()
    return ''
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    return `a quota of ${cpus} CPU can't be set (${code}): it takes Linux and root`
  }
}
