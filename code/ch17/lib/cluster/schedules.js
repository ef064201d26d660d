import cluster from 'node:cluster'
import { VelocyError } from '../common/errors.js'

/**
 * Who gives out connections: `round-robin`: the primary accepts each of them,
 * and hands it to a worker; `shared`: the workers accept from one socket, and
 * whoever is first has it; `reusePort`: each worker has a socket of its own, and
 * the kernel chooses.
 *
 * @typedef {'round-robin' | 'shared' | 'reusePort'} Schedule
 */

/** Where several sockets of one port share its connections. */
const REUSE_PORT = ['linux', 'freebsd', 'sunos', 'aix']

/**
 * Tells node:cluster, which asks once: before its first worker.
 *
 * @param {Schedule} schedule
 * @throws {VelocyError} ERR_VELOCY_CLUSTER_SCHEDULE
 */
export function setSchedule(schedule) {
  if (schedule === 'reusePort') return checkReusePort(process.platform)
  const { SCHED_RR, SCHED_NONE, settings, schedulingPolicy } = cluster
  const policy = schedule === 'round-robin' ? SCHED_RR : SCHED_NONE
  // These are there as soon as anybody has set up a worker.
  const isFrozen = settings.exec !== undefined
  if (isFrozen && schedulingPolicy !== policy) {
    throw scheduleError(
      `serve: got schedule: '${schedule}', but this process has had workers ` +
        'of another one: all its clusters need the same',
    )
  }
  cluster.schedulingPolicy = policy
}

/** @param {string} platform */
export function checkReusePort(platform) {
  if (REUSE_PORT.includes(platform)) return
  throw scheduleError(
    `serve: got schedule: 'reusePort' on ${platform}, expected one of ` +
      `${REUSE_PORT.join(', ')}: take 'shared'`,
  )
}

/** @param {string} message */
const scheduleError = (message) =>
  new VelocyError('ERR_VELOCY_CLUSTER_SCHEDULE', message)
