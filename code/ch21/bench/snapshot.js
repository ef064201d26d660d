/**
 * What a heap snapshot costs the process that writes it: how long nothing else
 * runs, how much memory it takes beside the heap, and how large the file is.
 *
 *     node snapshot.js 100
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { writeHeapSnapshot } from 'node:v8'

const wanted = Number(process.argv[2]) * 1024 * 1024

/**
 * Bookings, sessions and the like: small objects that hold others.
 *
 * @type {object[]}
 */
const bookings = []
while (process.memoryUsage().heapUsed < wanted) {
  for (let i = 0; i < 10_000; i++) {
    const id = `booking-${bookings.length}`
    bookings.push({ id, seats: [i, i + 1], guest: { name: `guest ${id}` } })
  }
}

const { heapUsed, rss } = process.memoryUsage()
const folder = mkdtempSync(path.join(tmpdir(), 'snapshot-'))
const begin = performance.now()
const file = writeHeapSnapshot(path.join(folder, 'heap.heapsnapshot'))
const ms = performance.now() - begin
const { size } = statSync(file)
rmSync(folder, { recursive: true })
// In KiB.
const { maxRSS } = process.resourceUsage()
const figures = {
  'time.stopped': ms,
  'memory.heap': heapUsed,
  'memory.more': Math.max(0, maxRSS * 1024 - rss),
  'memory.file': size,
}
// Until here, they are not garbage.
assert.ok(bookings.length > 0)
console.log(JSON.stringify(figures))
