import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { library } from './library.js'

const { LogFile } = await library('lib/log/file.js')
const { createLogger } = await library('lib/log/logger.js')
const { flushOnExit } = await library('lib/log/exit.js')
const { logRequests } = await library('lib/log/access.js')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'log-options-'))
after(() => fs.rmSync(folder, { recursive: true }))

const BAD = { name: 'VelocyError', code: 'ERR_VELOCY_BAD_OPTION' }

test('an option that a log file cannot follow is refused', () => {
  const file = path.join(folder, 'never.log')
  for (const options of [
    { maxSize: '100mb' },
    { maxSize: 0 },
    { maxSize: Number.NaN },
    { limit: '1kb' },
    { batchSize: -1 },
    { interval: '100' },
    { interval: 2 ** 31 },
    { period: 0.5 },
    { keep: 0 },
    { keep: 2.5 },
    { keep: '5' },
    { onError: 'throw' },
    { now: 0 },
    { fs: {} },
    { max_size: 100 },
    { keeps: 3 },
    null,
    1000,
  ]) {
    assert.throws(() => new LogFile(file, options), BAD, String(options))
  }
  assert.throws(
    () => new LogFile(file, { max_size: 1 }),
    /got an option 'max_size', expected one of batchSize, .* fs/,
  )
  assert.equal(fs.existsSync(file), false)
})

test('options that are undefined are not given', () => {
  const file = path.join(folder, 'fine.log')
  const log = new LogFile(file, { maxSize: undefined, limit: undefined })
  assert.equal(log.write('line\n'), true)
  assert.equal(log.close(), true)
  assert.equal(fs.readFileSync(file, 'utf8'), 'line\n')
})

test('an option that a logger does not know is refused', () => {
  for (const options of [
    { levels: 'info' },
    { level: 30 },
    { level: 'constructor' },
    { fields: 'app' },
    { destination: 'app.log' },
    { destination: {} },
    { now: Date.now() },
  ]) {
    assert.throws(() => createLogger(options), BAD)
  }
  const log = createLogger()
  assert.throws(() => {
    log.level = undefined
  }, BAD)
  assert.throws(
    () => createLogger({ levels: 'info' }),
    /'levels', expected one/,
  )
})

test('what is no log and no file is refused, and not when it is too late', () => {
  const log = createLogger({ destination: { write: () => true } })
  const file = { flushSync: () => true }
  assert.throws(() => flushOnExit(file, log), BAD)
  assert.throws(() => flushOnExit(log), BAD)
  assert.throws(() => flushOnExit(log, 'app.log'), BAD)
  assert.throws(() => flushOnExit({}, file), BAD)
  assert.throws(() => logRequests(log, new EventEmitter()), BAD)
  assert.throws(() => logRequests(new EventEmitter()), BAD)
  assert.throws(() => logRequests({}, log), BAD)
})
