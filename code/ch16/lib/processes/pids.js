import { readFileSync } from 'node:fs'

/**
 * The process that a zygote runs just now. A zygote has one at a time, so that
 * the kernel's list of its children has at most one (proc_pid_task(5)).
 *
 * @param {number | undefined} zygote
 * @returns {number | undefined} none: it has not been started, or has ended
 */
export function childOf(zygote) {
  try {
    const file = `/proc/${zygote}/task/${zygote}/children`
    return Number.parseInt(readFileSync(file, 'latin1'), 10) || undefined
  } catch {
    return undefined
  }
}
