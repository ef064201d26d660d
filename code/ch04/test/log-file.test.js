import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, mock, test } from 'node:test'
import { library } from './library.js'
import { PATIENCE } from './support.js'

const { LogFile } = await library('lib/log/file.js')
const { createLogger } = await library('lib/log/logger.js')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'log-file-'))
after(() => fs.rmSync(folder, { recursive: true }))
let count = 0
const newPath = () => path.join(folder, `${++count}.log`)

/** @param {string} file */
const read = (file) => fs.readFileSync(file, 'utf8')

/**
 * All lines of a log and its old files, oldest first.
 *
 * @param {string} file
 */
function allLines(file) {
  const { dir, base } = path.parse(file)
  const numbers = fs
    .readdirSync(dir)
    .filter((name) => name.startsWith(`${base}.`))
    .map((name) => Number(name.slice(base.length + 1)))
    .sort((a, b) => b - a)
  const files = [...numbers.map((number) => `${file}.${number}`), file]
  return files.map((name) => {
    const text = read(name)
    assert.ok(text.endsWith('\n'), `${name} ends in the middle of a line`)
    return text.slice(0, -1).split('\n')
  })
}

/** The file system, with a `writeSync` that can be told what to do. */
function brokenFs() {
  const state = {
    /** @type {string | undefined} the code of an error */
    code: undefined,
    /** The most that is written at once, in bytes. */
    most: Number.POSITIVE_INFINITY,
    calls: 0,
    fs: {
      ...fs,
      writeSync(
        /** @type {number} */ fd,
        /** @type {Buffer} */ bytes,
        /** @type {number} */ offset,
      ) {
        state.calls++
        if (state.code) {
          throw Object.assign(new Error(state.code), { code: state.code })
        }
        const length = Math.min(state.most, bytes.length - offset)
        return fs.writeSync(fd, bytes, offset, length)
      },
    },
  }
  return state
}

test('lines wait for a batch, and one write takes them all', () => {
  const state = brokenFs()
  const file = newPath()
  const log = new LogFile(file, { fs: state.fs, batchSize: 100 })
  for (let i = 0; i < 9; i++) assert.equal(log.write('123456789\n'), true)
  assert.equal(read(file), '')
  log.write('123456789\n')
  assert.equal(read(file).length, 100)
  assert.equal(state.calls, 1)
  log.write('x\n')
  assert.equal(log.close(), true)
  assert.equal(read(file).length, 102)
})

test('a line waits no longer than the interval', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const file = newPath()
    const log = new LogFile(file, { interval: 50 })
    log.write('a\n')
    mock.timers.tick(49)
    assert.equal(read(file), '')
    mock.timers.tick(1)
    assert.equal(read(file), 'a\n')
    log.write('b\n')
    mock.timers.tick(50)
    assert.equal(read(file), 'a\nb\n')
    log.close()
  } finally {
    mock.timers.reset()
  }
})

test('a file that exists is continued', () => {
  const file = newPath()
  fs.writeFileSync(file, 'old\n')
  const log = new LogFile(file)
  log.write('new\n')
  log.close()
  assert.equal(read(file), 'old\nnew\n')
})

test('half a line from another run does not spoil the next one', () => {
  const file = newPath()
  fs.writeFileSync(file, 'whole\nha')
  const log = new LogFile(file)
  log.write('new\n')
  log.close()
  assert.equal(read(file), 'whole\nha\nnew\n')
})

test('it gets its end in its own file, when a new one is due', () => {
  const file = newPath()
  fs.writeFileSync(file, 'whole\nha')
  const log = new LogFile(file, { maxSize: 8 })
  log.write('new\n')
  log.close()
  assert.deepEqual(allLines(file), [['whole', 'ha'], ['new']])
})

test('a short write is continued where it ended', () => {
  const state = brokenFs()
  state.most = 7
  const file = newPath()
  const log = new LogFile(file, { fs: state.fs })
  for (let i = 0; i < 100; i++) log.write(`line ${i} é\n`)
  log.close()
  const [lines] = allLines(file)
  assert.deepEqual(
    lines,
    Array.from({ length: 100 }, (_, i) => `line ${i} é`),
  )
})

test('a line that another process is just writing gets no end from us', () => {
  const state = brokenFs()
  const file = newPath()
  fs.writeFileSync(file, 'half of ')
  const { writeSync } = state.fs
  // The system lets one write at a time: ours waits until the other is over.
  state.fs.writeSync = (fd, bytes, offset) => {
    if (read(file) === 'half of ') fs.appendFileSync(file, 'theirs\n')
    return writeSync(fd, bytes, offset)
  }
  const log = new LogFile(file, { fs: state.fs })
  log.write('ours\n')
  log.close()
  assert.deepEqual(allLines(file), [['half of theirs', 'ours']])
})

test('100,000 lines over many files: none lost, torn or out of order', () => {
  const file = newPath()
  const maxSize = 256 * 1024
  const destination = new LogFile(file, { maxSize, keep: 1000 })
  const log = createLogger({ destination })
  for (let i = 0; i < 100_000; i++)
    log.info('joão', { i, pad: '€'.repeat(i % 40) })
  destination.close()
  const files = allLines(file)
  assert.ok(files.length > 20, `${files.length} files`)
  const numbers = files.flat().map((line) => JSON.parse(line).i)
  assert.equal(numbers.length, 100_000)
  assert.ok(numbers.every((number, i) => number === i))
  for (let i = 1; i < files.length; i++) {
    assert.ok(fs.statSync(`${file}.${i}`).size <= maxSize)
  }
  assert.equal(destination.dropped, 0)
})

test('several loggers share a file, across rotations', async () => {
  const file = newPath()
  const destination = new LogFile(file, { maxSize: 10_000, keep: 1000 })
  const root = createLogger({ destination })
  const write = async (/** @type {number} */ id) => {
    const log = root.child({ id })
    for (let i = 0; i < 1000; i++) {
      log.info('x', { i })
      if (i % 7 === id) await null
    }
  }
  await Promise.all([0, 1, 2, 3, 4].map(write))
  destination.close()
  /** @type {number[][]} */
  const seen = [[], [], [], [], []]
  for (const line of allLines(file).flat()) {
    const { id, i } = JSON.parse(line)
    seen[id].push(i)
  }
  const expected = Array.from({ length: 1000 }, (_, i) => i)
  for (const numbers of seen) assert.deepEqual(numbers, expected)
})

test('an option that is undefined is as one that is not given', () => {
  const file = newPath()
  const names = ['limit', 'maxSize', 'period', 'keep', 'batchSize', 'now']
  const options = Object.fromEntries(names.map((name) => [name, undefined]))
  const log = new LogFile(file, options)
  for (let i = 0; i < 3; i++) {
    log.write(`line ${i}\n`)
    log.flushSync()
  }
  log.close()
  assert.equal(log.dropped, 0)
  assert.deepEqual(allLines(file), [['line 0', 'line 1', 'line 2']])
})

test('one path cannot be opened twice, and can again after close()', () => {
  const file = newPath()
  const log = new LogFile(file)
  assert.throws(() => new LogFile(file), { code: 'ERR_VELOCY_LOG_FILE_OPEN' })
  log.close()
  new LogFile(file).close()
})

test('only so many old files are kept', () => {
  const file = newPath()
  const log = new LogFile(file, { maxSize: 4, keep: 2 })
  for (const line of ['1\n', '22\n', '333\n', '44\n', '555\n']) log.write(line)
  log.close()
  assert.deepEqual(allLines(file), [['333'], ['44'], ['555']])
})

test('a line that is longer than a file may be has one of its own', () => {
  const file = newPath()
  const log = new LogFile(file, { maxSize: 10 })
  const long = 'x'.repeat(50)
  for (const line of ['a', long, 'b']) log.write(`${line}\n`)
  log.close()
  assert.deepEqual(allLines(file), [['a'], [long], ['b']])
})

test('a new period has a new file', () => {
  let time = 5000
  const file = newPath()
  const options = { period: 1000, now: () => time }
  const log = new LogFile(file, options)
  log.write('5a\n')
  time = 5999
  log.write('5b\n')
  log.flushSync()
  time = 6000
  log.write('6\n')
  log.flushSync()
  time = 9000
  log.write('9\n')
  log.close()
  assert.deepEqual(allLines(file), [['5a', '5b'], ['6'], ['9']])
})

test('lines belong to the period they came in, not that of the write', () => {
  let time = 5000
  const file = newPath()
  const log = new LogFile(file, { period: 1000, now: () => time })
  log.write('5\n')
  time = 6000
  log.flushSync()
  log.write('6\n')
  log.close()
  assert.deepEqual(allLines(file), [['5'], ['6']])
})

test('a file from a period that is over is not continued', () => {
  const file = newPath()
  fs.writeFileSync(file, 'yesterday\n')
  fs.utimesSync(file, 86_400, 86_400)
  const options = { period: 86_400_000, now: () => 2 * 86_400_000 }
  const log = new LogFile(file, options)
  log.write('today\n')
  log.close()
  assert.deepEqual(allLines(file), [['yesterday'], ['today']])
})

test('when a rotation fails, the old file takes the lines', () => {
  const file = newPath()
  /** @type {string[]} */
  const errors = []
  let isBroken = true
  let time = 5000
  const options = {
    maxSize: 4,
    now: () => time,
    onError: (/** @type {Error} */ error) => errors.push(error.message),
    fs: {
      ...fs,
      openSync: (/** @type {string} */ name, /** @type {string} */ flags) => {
        if (isBroken && name.endsWith('.new')) throw new Error('no inode')
        return fs.openSync(name, flags)
      },
    },
  }
  const log = new LogFile(file, options)
  log.write('111\n')
  log.write('222\n')
  log.flushSync()
  assert.equal(read(file), '111\n222\n')
  assert.deepEqual(errors, ['no inode'])
  isBroken = false
  time += 1000
  log.write('333\n')
  log.close()
  assert.deepEqual(allLines(file), [['111', '222'], ['333']])
})

for (const [what, fails] of /** @type {[string, RegExp][]} */ ([
  ['the log itself', /\.log$/],
  ['an old file', /\.log\.3$/],
  ['the new file', /\.new$/],
])) {
  test(`a rotation that cannot rename ${what} loses no old file`, () => {
    const file = newPath()
    const old = ['e', 'd', 'c', 'b', 'a']
    for (let i = 1; i <= 5; i++) fs.writeFileSync(`${file}.${i}`, `${i}\n`)
    /** @type {any[]} */
    const errors = []
    let isBroken = true
    let renames = 0
    let time = 5000
    const log = new LogFile(file, {
      maxSize: 8,
      now: () => time,
      onError: (/** @type {Error} */ error) => errors.push(error),
      fs: {
        ...fs,
        renameSync(/** @type {string} */ from, /** @type {string} */ to) {
          renames++
          if (isBroken && fails.test(from)) {
            throw Object.assign(new Error('no'), { code: 'EPERM' })
          }
          fs.renameSync(from, to)
        },
        linkSync(/** @type {string} */ from, /** @type {string} */ to) {
          if (isBroken && fails.test(from)) {
            throw Object.assign(new Error('no'), { code: 'EPERM' })
          }
          fs.linkSync(from, to)
        },
      },
    })
    const write = () => {
      log.write(`${'x'.repeat(6)}\n`)
      log.flushSync()
    }
    for (let i = 0; i < 40; i++) {
      write()
      time += 500
    }
    const [current, ...oldest] = allLines(file).reverse()
    assert.equal(current.length, 40)
    assert.deepEqual(oldest.reverse().flat(), ['5', '4', '3', '2', '1'])
    assert.equal(fs.existsSync(`${file}.new`), false)
    assert.equal(errors.length, 1, 'told once')
    const before = renames
    write()
    write()
    assert.ok(renames - before <= 7, 'not tried again at once')
    isBroken = false
    time += 1000
    write()
    log.close()
    assert.equal(allLines(file).length, 1 + old.length)
    assert.equal(allLines(file).at(-2)?.length, 42)
  })
}

test('a pipe is refused, with what to do about it', {
  skip: process.platform === 'win32',
}, () => {
  const file = newPath()
  execFileSync('mkfifo', [file])
  assert.throws(() => new LogFile(file), {
    code: 'ERR_VELOCY_LOG_FILE_KIND',
    message: /got a pipe, expected a regular file.*process\.stdout/,
  })
})

test('a device is written, and never renamed', () => {
  const file = newPath()
  /** @type {any} */
  const device = { isFile: () => false, isCharacterDevice: () => true }
  const log = new LogFile(file, {
    maxSize: 8,
    fs: { ...fs, fstatSync: () => ({ ...device, size: 0, mtimeMs: 0 }) },
  })
  for (let i = 0; i < 9; i++) log.write('123456\n')
  log.close()
  assert.equal(allLines(file).length, 1)
})

test('who is told of an error may log it, to the same file', () => {
  const file = newPath()
  /** @type {any} */
  const log = new LogFile(file, {
    maxSize: 8,
    onError: () => log.write('told\n'),
    fs: {
      ...fs,
      openSync: (/** @type {string} */ name, /** @type {string} */ flags) => {
        if (name.endsWith('.new')) throw new Error('no inode')
        return fs.openSync(name, flags)
      },
    },
  })
  const lines = Array.from({ length: 50 }, (_, i) => `${i}`)
  for (const line of lines) log.write(`${line}\n`)
  log.close()
  const [found] = allLines(file)
  assert.deepEqual(
    found.filter((line) => line !== 'told'),
    lines,
  )
})

test('on a full disk lines wait, up to a limit, and the gap is told', async () => {
  const state = brokenFs()
  /** @type {any[]} */
  const errors = []
  const file = newPath()
  const log = new LogFile(file, {
    fs: state.fs,
    limit: 40,
    batchSize: 10,
    now: () => 7,
    onError: (/** @type {Error} */ error) => errors.push(error),
  })
  state.code = 'ENOSPC'
  assert.equal(log.write('000000000\n'), false)
  for (let i = 1; i < 9; i++) assert.equal(log.write(`00000000${i}\n`), false)
  assert.equal(log.dropped, 5)
  assert.equal(log.flushSync(), false)
  assert.equal(errors.length, 1, 'the error is told once')
  const drained = once(log, 'drain')
  state.code = undefined
  assert.equal(log.flushSync(), true)
  await drained
  assert.equal(log.write('back\n'), true)
  log.close()
  assert.deepEqual(allLines(file), [
    [
      ...['000000000', '000000001', '000000002', '000000003'],
      '{"time":7,"level":"warn","dropped":5,"msg":"lines dropped"}',
      'back',
    ],
  ])
})

test('while writing fails, only the timer tries again', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const state = brokenFs()
    state.code = 'ENOSPC'
    const file = newPath()
    const options = { fs: state.fs, batchSize: 1, onError: () => {} }
    const log = new LogFile(file, options)
    for (let i = 0; i < 100; i++) log.write('x\n')
    assert.equal(state.calls, 1)
    mock.timers.tick(100)
    assert.equal(state.calls, 2)
    state.code = undefined
    mock.timers.tick(100)
    assert.equal(read(file), 'x\n'.repeat(100))
    log.close()
  } finally {
    mock.timers.reset()
  }
})

test('a batch that is half written is not rotated in its middle', () => {
  const state = brokenFs()
  const file = newPath()
  const log = new LogFile(file, {
    ...{ fs: state.fs, maxSize: 20, onError: () => {} },
  })
  log.write('first\n')
  log.flushSync()
  const { writeSync } = state.fs
  state.fs.writeSync = (fd, bytes, offset) => {
    if (offset > 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    state.most = 4
    return writeSync(fd, bytes, offset)
  }
  log.write('second\n')
  assert.equal(log.flushSync(), false)
  log.write('third line\n')
  state.fs.writeSync = writeSync
  log.close()
  assert.deepEqual(allLines(file), [['first', 'second'], ['third line']])
})

test('EAGAIN is no error: flushSync waits and tries again', () => {
  const state = brokenFs()
  const file = newPath()
  const log = new LogFile(file, {
    fs: state.fs,
    onError: (/** @type {Error} */ error) => assert.fail(error),
  })
  log.write('a\n')
  const { writeSync } = state.fs
  let tries = 0
  state.fs.writeSync = (...args) => {
    if (++tries < 4) throw Object.assign(new Error('busy'), { code: 'EAGAIN' })
    return writeSync(...args)
  }
  assert.equal(log.flushSync(), true)
  assert.equal(tries, 4)
  assert.equal(read(file), 'a\n')
  log.close()
})

test('flush() resolves when everything is in the file', async () => {
  const state = brokenFs()
  state.code = 'ENOSPC'
  const file = newPath()
  const options = { fs: state.fs, onError: () => {} }
  const log = new LogFile(file, options)
  log.write('a\n')
  let isDone = false
  const flushed = log.flush().then(() => {
    isDone = true
  })
  await null
  assert.equal(isDone, false)
  state.code = undefined
  log.flushSync()
  await flushed
  assert.equal(read(file), 'a\n')
  log.close()
})

test('flush() does not wait for a file that is closed', {
  timeout: PATIENCE,
}, async () => {
  const state = brokenFs()
  state.code = 'ENOSPC'
  const log = new LogFile(newPath(), { fs: state.fs, onError: () => {} })
  log.write('a\n')
  const before = log.flush()
  assert.equal(log.close(), false)
  await assert.rejects(before, { name: 'AbortError' })
  await assert.rejects(log.flush(), { name: 'AbortError' })
})

test('what does not fit into the limit at all is dropped, and reported', () => {
  const file = newPath()
  const log = new LogFile(file, { limit: 10, now: () => 7 })
  log.write('a\n')
  assert.equal(log.write('much too long\n'), false)
  assert.equal(log.write('b\n'), true)
  log.close()
  assert.equal(log.dropped, 1)
  const [lines] = allLines(file)
  assert.equal(lines.length, 3)
  assert.equal(JSON.parse(lines[1]).dropped, 1)
})

test('a line after close() is counted, and nothing throws', () => {
  const file = newPath()
  const log = new LogFile(file)
  log.write('a\n')
  assert.equal(log.close(), true)
  assert.equal(log.close(), true)
  assert.equal(log.write('b\n'), false)
  assert.equal(log.flushSync(), true)
  assert.equal(log.dropped, 1)
  assert.equal(read(file), 'a\n')
})

test('a real device that is full', {
  skip: !fs.existsSync('/dev/full'),
}, () => {
  /** @type {any[]} */
  const errors = []
  const log = new LogFile('/dev/full', {
    onError: (/** @type {Error} */ error) => errors.push(error),
  })
  log.write('a\n')
  assert.equal(log.flushSync(), false)
  assert.equal(errors[0].code, 'ENOSPC')
  assert.equal(log.close(), false)
})

test('a write that writes nothing is an error, and is tried again', () => {
  const state = brokenFs()
  /** @type {any[]} */
  const errors = []
  const file = newPath()
  const log = new LogFile(file, {
    fs: state.fs,
    onError: (/** @type {Error} */ error) => errors.push(error),
  })
  state.most = 0
  log.write('a\n')
  assert.equal(log.flushSync(), false)
  assert.deepEqual(
    errors.map(({ code }) => code),
    ['ERR_VELOCY_LOG_FILE_WRITE'],
  )
  state.most = 1
  assert.equal(log.close(), true)
  assert.equal(read(file), 'a\n')
})
