import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { PATIENCE } from './support.js'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'log-exit-'))
after(() => fs.rmSync(folder, { recursive: true }))
const server = process.env.APP
  ? path.resolve(process.env.APP)
  : fileURLToPath(new URL('../server.js', import.meta.url))
const log = new URL('lib/log/', pathToFileURL(server))
let count = 0

/** @param {string} name of an old file; the present one is the last */
const numberOf = (name) => Number(name.split('.')[2] ?? -1)

/**
 * A process that logs 5,000 lines, so that some have been written and some
 * are waiting, and ends in its own way.
 *
 * @param {string} ending
 */
function run(ending) {
  const file = path.join(folder, `${++count}.log`)
  const program = `
    import { createLogger } from '${new URL('logger.js', log)}'
    import { LogFile } from '${new URL('file.js', log)}'
    import { flushOnExit } from '${new URL('exit.js', log)}'
    const file = new LogFile(process.argv[1], { maxSize: 100_000, keep: 100 })
    const log = createLogger({ destination: file })
    const undo = flushOnExit(log, file)
    for (let i = 0; i < 5000; i++) log.info('x', { i })
    ${ending}
  `
  const args = ['--input-type=module', '-e', program, '--', file]
  const { status, signal, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 2 * PATIENCE,
    // What some of these tests are about is one that no SIGTERM ends.
    killSignal: 'SIGKILL',
  })
  const names = fs.readdirSync(folder)
  const texts = names
    .filter((name) => name.startsWith(`${count}.log`))
    .sort((a, b) => numberOf(b) - numberOf(a))
    .map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
  const lines = texts
    .flatMap((text) => text.split('\n').slice(0, -1))
    .map((line) => JSON.parse(line))
  const kept = lines.slice(0, 5000)
  assert.equal(kept.length, 5000, stderr)
  assert.ok(
    kept.every(({ i }, index) => i === index),
    'out of order',
  )
  return { status, signal, stderr, others: lines.slice(5000) }
}

test('a process that is done loses nothing', () => {
  assert.deepEqual(run('').others, [])
})

test('process.exit() loses nothing and keeps its status', () => {
  assert.equal(run('process.exit(3)').status, 3)
})

test('what is logged while the process exits is kept, too', () => {
  const { others } = run(`
    process.on('exit', () => log.info('bye'))
    process.exit()
  `)
  assert.deepEqual(
    others.map(({ msg }) => msg),
    ['bye'],
  )
})

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
  test(`${signal} ends the process, as it would, and loses nothing`, () => {
    const ended = run(`
      setInterval(() => {}, 1000)
      process.kill(process.pid, '${signal}')
    `)
    assert.equal(ended.signal, signal)
    assert.equal(ended.status, null)
  })
}

test('a server that closes on SIGTERM is left in peace', () => {
  const { status, signal, others } = run(`
    const timer = setInterval(() => {}, 1000)
    process.once('SIGTERM', () => {
      log.info('closing')
      clearInterval(timer)
    })
    process.kill(process.pid, 'SIGTERM')
  `)
  assert.deepEqual([status, signal], [0, null])
  assert.equal(others[0].msg, 'closing')
})

test('two logs do not take each other for such a server', () => {
  const { signal } = run(`
    const other = new LogFile(process.argv[1].replace('.log', '.other'))
    flushOnExit(createLogger({ destination: other }), other)
    setInterval(() => {}, 1000)
    process.kill(process.pid, 'SIGTERM')
  `)
  assert.equal(signal, 'SIGTERM')
})

test('a signal that the kernel ignores, as it does for process 1, costs no line', () => {
  const { status, others } = run(`
    process.kill = () => true
    process.emit('SIGTERM', 'SIGTERM')
    log.info('still here')
    process.exit(3)
  `)
  assert.equal(status, 3)
  assert.equal(others[0].msg, 'still here')
})

test('an uncaught exception is logged; status and stack are as ever', () => {
  const { status, stderr, others } = run(`
    setImmediate(() => { throw new TypeError('a bug') })
  `)
  assert.equal(status, 1)
  assert.match(stderr, /TypeError: a bug\n {4}at /)
  assert.match(stderr, /Node\.js v/)
  const [{ level, origin, err }] = others
  assert.deepEqual([level, origin], ['fatal', 'uncaughtException'])
  assert.equal(err.message, 'a bug')
})

test('so is a rejection that nobody handles', () => {
  const { status, others } = run(`Promise.reject(new Error('nobody'))`)
  assert.equal(status, 1)
  assert.equal(others[0].origin, 'unhandledRejection')
  assert.equal(others[0].err.message, 'nobody')
})

test('so is something that is thrown and no error', () => {
  const { status, others } = run(`setImmediate(() => { throw null })`)
  assert.equal(status, 1)
  assert.deepEqual([others[0].level, others[0].msg], ['fatal', 'null'])
})

test('it can be taken back', () => {
  const { others } = run(`
    undo()
    file.close()
    if (process.listenerCount('exit') + process.listenerCount('SIGTERM') > 0) {
      process.exit(4)
    }
  `)
  assert.deepEqual(others, [])
})

test('two copies of the module do not wait for each other', () => {
  const copy = path.join(folder, 'copy', 'lib')
  fs.cpSync(fileURLToPath(new URL('..', log)), copy, { recursive: true })
  const { signal } = run(`
    const { LogFile: Other } = await import('${pathToFileURL(copy)}/log/file.js')
    const { flushOnExit: save } = await import('${pathToFileURL(copy)}/log/exit.js')
    const other = new Other(process.argv[1].replace('.log', '.other'))
    save(createLogger({ destination: other }), other)
    other.write('waits\\n')
    setInterval(() => {}, 1000)
    process.kill(process.pid, 'SIGTERM')
  `)
  assert.equal(signal, 'SIGTERM')
  const other = path.join(folder, `${count}.other`)
  assert.equal(fs.readFileSync(other, 'utf8'), 'waits\n')
})

test('the copy that was first may be the first to go', () => {
  const copy = path.join(folder, 'second', 'lib')
  fs.cpSync(fileURLToPath(new URL('..', log)), copy, { recursive: true })
  const { signal, others } = run(`
    const { flushOnExit: save } = await import('${pathToFileURL(copy)}/log/exit.js')
    const undoOther = save(log, file)
    undo()
    log.info('saved by the other')
    setInterval(() => {}, 1000)
    process.kill(process.pid, 'SIGTERM')
  `)
  assert.equal(signal, 'SIGTERM')
  assert.equal(others[0].msg, 'saved by the other')
})

/** Ends the process if no listener but its own is there, as signal-exit does. */
const polite = `
  const own = () => {
    if (process.listenerCount('SIGTERM') > 1) return
    process.off('SIGTERM', own)
    process.kill(process.pid, 'SIGTERM')
  }
  process.on('SIGTERM', own)
`

for (const [when, before, behind] of [
  ['before', polite, ''],
  ['after', '', polite],
]) {
  test(`a listener that counts, too, ends the process: ${when} us`, () => {
    const { signal } = run(`
      undo()
      ${before}
      flushOnExit(log, file)
      ${behind}
      setInterval(() => {}, 1000)
      process.kill(process.pid, 'SIGTERM')
    `)
    assert.equal(signal, 'SIGTERM')
  })
}

test('a signal that others take is taken again the next time', () => {
  const { status, others } = run(`
    let times = 0
    process.on('SIGTERM', () => {
      log.info('taken', { listeners: process.listenerCount('SIGTERM') })
      if (++times === 3) process.exit(5)
      setImmediate(() => process.kill(process.pid, 'SIGTERM'))
    })
    setInterval(() => {}, 1000)
    process.kill(process.pid, 'SIGTERM')
  `)
  assert.equal(status, 5)
  assert.deepEqual(
    others.map(({ listeners }) => listeners),
    [1, 1, 1],
  )
})

test('SIGHUP can mean a new file in place of the end', () => {
  const { status, others } = run(`
    import fs from 'node:fs'
    const waiting = setInterval(() => {}, 1000)
    process.on('SIGHUP', () => {
      file.reopen()
      if (!fs.existsSync(process.argv[1])) process.exit(6)
      setImmediate(() => log.info('in the new file'))
      clearInterval(waiting)
    })
    file.flushSync()
    fs.renameSync(process.argv[1], process.argv[1] + '.0')
    process.kill(process.pid, 'SIGHUP')
  `)
  assert.equal(status, 0)
  assert.equal(others.length, 1)
})

test('what a thread has logged is there when the process is ended', () => {
  const file = path.join(folder, 'thread.log')
  const thread = `
    import { parentPort, workerData } from 'node:worker_threads'
    import { createLogger } from '${new URL('logger.js', log)}'
    import { LogFile } from '${new URL('file.js', log)}'
    import { flushOnExit } from '${new URL('exit.js', log)}'
    const file = new LogFile(workerData)
    const log = createLogger({ destination: file })
    flushOnExit(log, file)
    for (let i = 0; i < 100; i++) log.info('x', { i })
    parentPort.postMessage('done')
    setInterval(() => {}, 1000)
  `
  const program = `
    import { Worker } from 'node:worker_threads'
    const url = new URL('data:text/javascript,' + encodeURIComponent(process.argv[2]))
    const worker = new Worker(url, { workerData: process.argv[1] })
    worker.once('message', () => process.exit(3))
  `
  const args = ['--input-type=module', '-e', program, '--', file, thread]
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 2 * PATIENCE,
    // What some of these tests are about is one that no SIGTERM ends.
    killSignal: 'SIGKILL',
  })
  assert.equal(status, 3, stderr)
  assert.equal(fs.readFileSync(file, 'utf8').split('\n').length, 101)
})
