/** The machine: what it is, and which of its cores are for whom. */
import { execFileSync } from 'node:child_process'
import os from 'node:os'
import { textOf } from '../lib/files.js'
import { onPath } from '../processes/toolchain.js'

/** @param {string} list such as `0-3,6` @returns {number[]} */
export function parseCoreList(list) {
  return list
    .trim()
    .split(',')
    .filter(Boolean)
    .flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    })
}

/**
 * The cores that this process may use, one per physical core: two threads of
 * one core would take time from each other.
 *
 * @returns {number[]} empty where cores cannot be chosen
 */
export function usableCores() {
  if (process.platform !== 'linux' || !onPath('taskset')) return []
  const allowed = /^Cpus_allowed_list:\s*(\S+)/m.exec(
    textOf('/proc/self/status'),
  )
  if (!allowed) return []
  const seen = new Set()
  return parseCoreList(allowed[1]).filter((core) => {
    const siblings =
      textOf(
        `/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`,
      ).trim() || String(core)
    if (seen.has(siblings)) return false
    seen.add(siblings)
    return true
  })
}

/**
 * Server and client on cores of their own where there are enough. The server
 * gets the highest-numbered ones: interrupts tend to be served by the first.
 *
 * @param {number[]} cores usable ones
 * @param {number} forServer
 * @param {number} forClient
 * @returns {{ server: number[], client: number[], shared: boolean,
 *   note: string }} empty lists: not pinned
 */
export function divideCores(cores, forServer, forClient) {
  if (cores.length < 2) {
    const note =
      cores.length === 0
        ? 'Not pinned: cores cannot be chosen here.'
        : 'Not pinned: there is one core, shared by server and client.'
    return { server: [], client: [], shared: true, note }
  }
  const server = cores.slice(-forServer)
  const left = cores.slice(0, -forServer)
  if (left.length === 0) {
    const note = `Server and client share the ${cores.length} cores: there are too few to separate them.`
    return { server, client: cores, shared: true, note }
  }
  const client = left.slice(-forClient)
  const note =
    client.length < forClient
      ? `The client has ${client.length} of the ${forClient} cores it asked for: there are no more.`
      : ''
  return { server, client, shared: false, note }
}

function operatingSystem() {
  const name = /^PRETTY_NAME="?([^"\n]*)/m.exec(textOf('/etc/os-release'))
  if (name) return name[1]
  if (process.platform !== 'darwin') return `${os.type()} ${os.release()}`
  const version = execFileSync('sw_vers', ['-productVersion'], {
    encoding: 'utf8',
  })
  return `macOS ${version.trim()}`
}

export function describeMachine() {
  const cpus = os.cpus()
  const hypervisor = /^flags\s*:.*\bhypervisor\b/m.test(textOf('/proc/cpuinfo'))
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown',
    cores: cpus.length,
    memory: os.totalmem(),
    os: operatingSystem(),
    kernel: `${os.type()} ${os.release()}`,
    architecture: process.arch,
    virtual: hypervisor,
  }
}

/** @returns {number} seconds that all cores together have been busy so far */
export function busySeconds() {
  let busy = 0
  for (const { times } of os.cpus()) {
    busy += times.user + times.nice + times.sys + times.irq
  }
  return busy / 1000
}
