import { existsSync, readdirSync } from 'node:fs'

/** Linux has a folder for each thread of a process, other systems do not. */
const THREADS = '/proc/self/task'

/** What this process takes: memory in MiB, and threads. */
export function usage() {
  return {
    mib: Math.round(process.memoryUsage.rss() / 2 ** 20),
    threads: existsSync(THREADS) ? readdirSync(THREADS).length : '?',
  }
}

/**
 * Ends the program, with advice, when it may not open that many files.
 *
 * @param {number} needed
 */
export function needFiles(needed) {
  const report = /** @type {any} */ (process.report)
  // Without this, it would look up the name of each connection.
  report.excludeNetwork = true
  const { userLimits } = report.getReport()
  const { soft = 'unlimited' } = userLimits?.open_files ?? {}
  if (soft === 'unlimited' || soft >= needed) return
  console.log(`We need ${needed} open files, and may have ${soft}.`)
  console.log(
    `If you may, raise that: ulimit -n ${needed}. Or try fewer clients:`,
  )
  console.log(`node steps/8-crowd.js ${Math.max(0, soft - 100)}`)
  process.exit(1)
}
