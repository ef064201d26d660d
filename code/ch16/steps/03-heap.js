import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

const MB = 2 ** 20

/** How long `spawn` keeps us, the median of some: in ms. */
async function callTime(rounds = 15) {
  const times = []
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now()
    const child = spawn('/bin/true', { stdio: 'ignore' })
    times.push(performance.now() - begin)
    await once(child, 'exit')
  }
  return times.sort((a, b) => a - b)[rounds >> 1]
}

/** What the kernel needs to know where our memory is: in bytes. */
function pageTables() {
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/VmPTE:\s*(\d+) kB/.exec(status)?.[1]) * 1024
}

const before = { time: await callTime(), tables: pageTables() }
const memory = Buffer.alloc(512 * MB, 'x')
const after = { time: await callTime(), tables: pageTables() }

console.log('memory:', memory.length / MB, 'MB more')
const more = (after.tables - before.tables) / MB
console.log('page tables:', more.toFixed(), 'MB more')
console.log('spawn takes longer:', after.time > before.time)
