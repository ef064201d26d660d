/**
 * What it takes to read a small file with all that is asked about it: to open
 * it, to know its size and its real path, to read and to close it. 64 at a time.
 *
 *     node open.js handle|threads|open|nothing
 *
 * Which steps go to a thread: all, by fs/promises; all, by callbacks; opening
 * and reading; none.
 */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { open as openHandle, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const [way] = process.argv.slice(2)
const duration = 1000 * Number(process.env.DURATION ?? 1)
const folder = fs.mkdtempSync(path.join(tmpdir(), 'velocy-open-'))
process.once('exit', () => fs.rmSync(folder, { recursive: true }))
const name = path.join(folder, 'birds.txt')
fs.writeFileSync(name, 'tui kaka kokako bellbird\n'.repeat(80))

const open = promisify(fs.open)
const stat = promisify(fs.fstat)
const close = promisify(fs.close)
const real = promisify(fs.realpath.native)
/** @param {number} fd @param {Buffer} buffer @returns {Promise<number>} */
const read = (fd, buffer) =>
  new Promise((resolve, reject) => {
    fs.read(fd, buffer, 0, buffer.length, 0, (error, count) => {
      if (error) reject(error)
      else resolve(count)
    })
  })

/** @type {Record<string, () => Promise<number>>} */
const WAYS = {
  handle: async () => {
    const handle = await openHandle(await realpath(name))
    const { size } = await handle.stat()
    const { bytesRead } = await handle.read(
      Buffer.allocUnsafe(size),
      0,
      size,
      0,
    )
    await handle.close()
    return bytesRead
  },
  threads: async () => {
    const fd = await open(await real(name), 'r')
    const { size } = await stat(fd)
    const count = await read(fd, Buffer.allocUnsafe(size))
    await close(fd)
    return count
  },
  open: async () => {
    const fd = await open(name, 'r')
    assert.ok(fs.realpathSync.native(name))
    const { size } = fs.fstatSync(fd)
    const count = await read(fd, Buffer.allocUnsafe(size))
    fs.closeSync(fd)
    return count
  },
  nothing: async () => {
    const fd = fs.openSync(fs.realpathSync.native(name), 'r')
    const { size } = fs.fstatSync(fd)
    const count = fs.readSync(fd, Buffer.allocUnsafe(size), 0, size, 0)
    fs.closeSync(fd)
    return count
  },
}

/** @param {number} time in ms @returns {Promise<number>} CPU per file, in ns */
async function measure(time) {
  const start = performance.now()
  const before = process.cpuUsage()
  let count = 0
  const reader = async () => {
    while (performance.now() - start < time) {
      assert.equal(await WAYS[way](), 2000)
      count++
    }
  }
  await Promise.all(Array.from({ length: 64 }, reader))
  const { user, system } = process.cpuUsage(before)
  return ((user + system) * 1000) / count
}

await measure(duration / 4)
console.log(JSON.stringify({ 'ns.file': Math.round(await measure(duration)) }))
