/**
 * What it takes to have one more thread, or one more process.
 *
 *     node start.js thread|process
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { Worker } from 'node:worker_threads'

const [what] = process.argv.slice(2)

/** A program that says that it's there, and stays. */
const CHILD = new URL('start-child.js', import.meta.url)

/** How many are started, one after the other. */
const COUNT = 8

/** @param {number} pid @returns {number} its share of memory, in bytes */
function memoryOf(pid) {
  const file = `/proc/${pid}/smaps_rollup`
  const [, kilobytes] = readFileSync(file, 'utf8').match(/^Pss: +(\d+)/m) ?? []
  return 1024 * Number(kilobytes)
}

/** @returns {{ child: Worker | import('node:child_process').ChildProcess, pid: number }} */
function start() {
  if (what === 'thread') return { child: new Worker(CHILD), pid: 0 }
  const child = fork(CHILD)
  return { child, pid: Number(child.pid) }
}

/** @param {number[]} pids */
const memory = (pids) =>
  [process.pid, ...pids].reduce((sum, pid) => sum + memoryOf(pid), 0)

// The first of them pays for what all others use.
const pids = []
const times = []
let before = 0
for (let i = 0; i <= COUNT; i++) {
  const since = performance.now()
  const { child, pid } = start()
  if (pid > 0) pids.push(pid)
  await once(child, 'message')
  times.push(performance.now() - since)
  if (i === 0) before = memory(pids)
}
const each = (memory(pids) - before) / COUNT
const [time] = times.slice(1).sort((a, b) => a - b)
console.log(
  JSON.stringify({
    'time.start': Number(time.toFixed(2)),
    'memory.each': Math.round(each),
  }),
)
for (const pid of pids) process.kill(pid)
process.exit()
