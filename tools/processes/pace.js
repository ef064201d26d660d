/**
 * How long things may take. No limit is a bare number of seconds: each is what
 * the work takes on a machine with nothing else to do, times how many times
 * slower this machine is now.
 */
import { spawn, spawnSync } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(import.meta.url)

/**
 * Seconds that the chore below takes, with the start of its process, on the
 * two-core machine where the allowances were measured while it was idle. All
 * allowances stand and fall with it.
 */
const reference = 0.27

/** The variable by which verify tells its children what it has measured. */
const variable = 'MACHINE_SLOWNESS'

/** Strings, numbers, memory: what the tools and Node's tests do all day. */
function chore() {
  let text = ''
  for (let i = 0; i < 40_000; i += 1) text += `${(i * 7919) % 10_007},`
  let sum = 0
  for (let round = 0; round < 6; round += 1) {
    const numbers = text.split(',').map(Number)
    numbers.sort((a, b) => a - b)
    sum += JSON.parse(JSON.stringify(numbers)).length
    sum += text.replace(/(\d)(\d)/g, '$2$1').length
  }
  return sum
}

/** @param {number} seconds that the chore took */
const slownessOf = (seconds) => Math.max(1, seconds / reference)

/**
 * Measures the machine as it is now, on all cores at once, because that is
 * how verify uses it.
 *
 * @returns {Promise<number>} 1 on an idle machine of the size that the
 *   allowances were measured on, or on a faster one; 3 where all takes three
 *   times as long
 */
export async function measureSlowness() {
  const start = performance.now()
  const ended = Array.from({ length: os.availableParallelism() }, () => {
    const child = spawn(process.execPath, [file, 'chore'], { stdio: 'ignore' })
    return new Promise((resolve) => {
      child.on('close', resolve).on('error', resolve)
    })
  })
  await Promise.all(ended)
  return slownessOf((performance.now() - start) / 1000)
}

/**
 * What verify measured when it began; in a tool that runs alone, what the
 * first call measures, which takes a moment.
 *
 * @returns {number}
 */
export function slowness() {
  const known = Number(process.env[variable])
  if (known >= 1) return known
  const start = performance.now()
  spawnSync(process.execPath, [file, 'chore'], { stdio: 'ignore' })
  const measured = slownessOf((performance.now() - start) / 1000)
  tellSlowness(measured)
  return measured
}

/**
 * Tells this process, and those that it starts from now on.
 *
 * @param {number} measured
 */
export function tellSlowness(measured) {
  process.env[variable] = measured.toFixed(2)
}

/**
 * @param {number} seconds that are plenty on an idle machine
 * @returns {number} seconds that are as plenty on this one, now
 */
export const patience = (seconds) => seconds * slowness()

/**
 * @param {number} seconds that are plenty on an idle machine
 * @returns {number} whole milliseconds that are as plenty on this one, now
 */
export const patienceInMs = (seconds) => Math.round(1000 * patience(seconds))

if (process.argv[1] === file && process.argv[2] === 'chore') chore()
