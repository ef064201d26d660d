import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { isRunning, moduleOf, SHARING, start } from './clusters.js'
import { library } from './library.js'
import { request, within } from './support.js'

const { createLogger, LogFile } = await library('lib/index.js')

const folder = mkdtempSync(path.join(os.tmpdir(), 'velocy-lines-'))
after(() => rmSync(folder, { recursive: true }))

/**
 * A cluster whose log is a file.
 *
 * @param {string} name
 * @param {object} [options] of the file
 */
async function logging(name, options) {
  const file = new LogFile(path.join(folder, name), options)
  const log = createLogger({ destination: file })
  const { cluster, ...app } = await start(SHARING, { log, output: file })
  const names = () => readdirSync(folder).filter((one) => one.startsWith(name))
  const read = () => {
    file.flushSync()
    // .2 is older than .1, which is older than the file itself.
    const age = (/** @type {string} */ one) => Number(one.split('.')[1] ?? 0)
    const texts = names()
      .sort((a, b) => age(b) - age(a))
      .map((one) => readFileSync(path.join(folder, one), 'utf8'))
    return texts.join('')
  }
  return { cluster, app, file, read, names }
}

/**
 * @param {string} text
 * @returns {any[]} what the workers have counted
 */
const counted = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'counted')

/** @param {any} app @param {string} query */
const count = (app, query) => request(app, `/log?${query}`, { method: 'POST' })

test('lines of all workers are one log: whole, and in order for each', async () => {
  const { cluster, app, read, names } = await logging('all', {
    maxSize: 20_000,
    keep: 100,
  })
  for (let from = 0; from < 1000; from += 50) {
    await Promise.all(
      [0, 1, 2].map(() => count(app, `from=${from}&count=50&length=200`)),
    )
  }
  await cluster.close()
  const lines = counted(read())
  assert.equal(lines.length, 3000)
  const workers = new Set(lines.map(({ worker }) => worker))
  assert.equal(workers.size, 2)
  for (const worker of workers) {
    const numbers = lines
      .filter((line) => line.worker === worker)
      .map(({ number }) => number)
    // Several requests count from the same number on.
    const backwards = numbers.filter((n, i) => n < (numbers[i - 1] ?? 0) - 50)
    assert.deepEqual(backwards, [])
  }
  assert.ok(names().length > 20)
})

test('a worker that exits leaves no line behind', async () => {
  const { app, cluster, read } = await logging('exit')
  const left = once(cluster, 'exit')
  await assert.rejects(count(app, 'from=0&count=100&end=exit'))
  await (await left)[1].written
  assert.equal(counted(read()).length, 100)
  await cluster.close()
})

test('nor does one that is killed', async () => {
  const { app, cluster, read } = await logging('kill')
  await count(app, 'from=0&count=1')
  const [left] = await Promise.all([
    once(cluster, 'exit'),
    assert.rejects(count(app, 'from=0&count=100&end=kill')),
  ])
  await left[1].written
  assert.equal(counted(read()).length, 101)
  await cluster.close()
})

test('one that leaves has written more than a pipe holds', async () => {
  const { app, cluster, read } = await logging('close')
  await count(app, 'from=0&count=5000&length=1000')
  await cluster.close()
  assert.equal(counted(read()).length, 5000)
})

test('a program of a worker does not hold the close of a cluster', async () => {
  const app = moduleOf(`
    import { spawn } from 'node:child_process'
    import { EventEmitter, once } from 'node:events'
    const program = \`
      process.stdout.write('half')
      process.on('SIGUSR2', () => console.log('end'))
      process.send('ready')
      setTimeout(() => {}, 60_000)\`
    export default async () => {
      const child = spawn(process.execPath, ['-e', program], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        detached: true,
      })
      await once(child, 'message')
      return new Router().get('/pid', () => child.pid)
    }`)
  const lines = new EventEmitter()
  /** @type {string[]} */
  const written = []
  const output = {
    /** @param {string} line */
    write(line) {
      written.push(line)
      lines.emit('line')
    },
  }
  const { cluster, ...at } = await start(app, { workers: 1, output })
  const pid = Number((await request(at, '/pid')).text)
  await within(cluster.close(), 'close()')
  assert.equal(isRunning(pid), true)
  // What it writes later is not lost.
  const later = once(lines, 'line')
  process.kill(pid, 'SIGUSR2')
  await within(later, 'a line')
  process.kill(pid, 'SIGKILL')
  assert.deepEqual(written, ['half\n', 'end\n'])
})

test('only a line feed ends a line, and a line without an end is cut', async () => {
  const app = moduleOf(`
    console.log('one\\u2028\\rline')
    process.stdout.write('x'.repeat(5_000_000))
    export default new Router()`)
  /** @type {string[]} */
  const lines = []
  const output = { write: (/** @type {string} */ line) => lines.push(line) }
  const { cluster } = await start(app, { workers: 1, output })
  await cluster.close()
  const [first, ...others] = lines
  assert.equal(first, 'one\u2028\rline\n')
  assert.ok(others.length > 1)
  assert.equal(others.join('').replaceAll('\n', '').length, 5_000_000)
})

test('while the file cannot be written, lines wait, and none is lost', async () => {
  let isFull = false
  const fs = await import('node:fs')
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' })
  const writeSync = (/** @type {any[]} */ ...args) => {
    if (isFull) throw full
    return /** @type {any} */ (fs.writeSync)(...args)
  }
  const { app, cluster, file, read } = await logging('full', {
    fs: { ...fs, writeSync },
    onError: () => {},
    batchSize: 0,
    interval: 10,
  })
  isFull = true
  for (let i = 0; i < 10; i++) await count(app, `from=${i * 10}&count=10`)
  const isDrained = new Promise((resolve) => file.once('drain', resolve))
  isFull = false
  await within(isDrained, 'the file to drain')
  await cluster.close()
  assert.equal(counted(read()).length, 100)
  assert.equal(file.dropped, 0)
})
