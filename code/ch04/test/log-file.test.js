import assert from 'node:assert/strict'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, mock, test } from 'node:test'
import { library } from './library.js'

const { LogFile } = await library('lib/log/file.js')
const { createLogger } = await library('lib/log/logger.js')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'log-file-'))
after(() => fs.rmSync(folder, { recursive: true }))
let count = 0
const newPath = () => path.join(folder, `${++count}.log`)
const posix = { skip: process.platform === 'win32' }

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

test('a whole line from another run is left as it is', () => {
  const file = newPath()
  fs.writeFileSync(file, 'whole\n')
  const log = new LogFile(file)
  log.close()
  assert.equal(read(file), 'whole\n')
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

/** An error of the system. */
const refused = () => Object.assign(new Error('no'), { code: 'EPERM' })

for (const [what, breaks] of /** @type {[string, object][]} */ ([
  [
    'make the new file',
    {
      openSync(/** @type {[string, string, number]} */ ...args) {
        if (args[1] === 'ax') throw refused()
        return fs.openSync(...args)
      },
    },
  ],
  [
    'rename the log',
    {
      renameSync(/** @type {string} */ from, /** @type {string} */ to) {
        if (from.endsWith('.log')) throw refused()
        fs.renameSync(from, to)
      },
    },
  ],
  [
    'rename an old file',
    {
      renameSync(/** @type {string} */ from, /** @type {string} */ to) {
        if (from.endsWith('.log.3')) throw refused()
        fs.renameSync(from, to)
      },
    },
  ],
])) {
  test(`a rotation that cannot ${what} loses no line and no old file`, () => {
    const file = newPath()
    for (let i = 1; i <= 5; i++) fs.writeFileSync(`${file}.${i}`, `${i}\n`)
    /** @type {any[]} */
    const errors = []
    const disk = { ...fs, ...breaks }
    const log = new LogFile(file, {
      maxSize: 8,
      fs: disk,
      onError: (/** @type {Error} */ error) => errors.push(error),
    })
    const write = () => {
      log.write('a line\n')
      log.flushSync()
    }
    for (let i = 0; i < 40; i++) write()
    const [current, ...oldest] = allLines(file).reverse()
    assert.equal(current.length, 40)
    assert.deepEqual(oldest.reverse().flat(), ['5', '4', '3', '2', '1'])
    assert.equal(errors.length, 1, 'told once')
    Object.assign(disk, fs)
    write()
    log.close()
    assert.equal(allLines(file).at(-2)?.length, 40)
    assert.deepEqual(allLines(file).at(-1), ['a line'])
  })
}

test('when fewer old files are to be kept, the others go', () => {
  const file = newPath()
  fs.writeFileSync(file, '0\n')
  for (let i = 1; i <= 10; i++) fs.writeFileSync(`${file}.${i}`, `${i}\n`)
  const log = new LogFile(file, { maxSize: 2, keep: 3 })
  log.write('x\n')
  log.close()
  assert.deepEqual(allLines(file), [['2'], ['1'], ['0'], ['x']])
})

test('after a rotation the log is as private as before', posix, () => {
  const file = newPath()
  fs.writeFileSync(file, '', { mode: 0o600 })
  const log = new LogFile(file, { maxSize: 4 })
  for (const line of ['111\n', '222\n']) log.write(line)
  log.close()
  for (const name of [file, `${file}.1`]) {
    assert.equal(fs.statSync(name).mode & 0o777, 0o600)
  }
})

test('a link that was planted for the new file is not followed', posix, () => {
  const file = newPath()
  const prey = `${file}-prey`
  fs.writeFileSync(prey, 'precious')
  const log = new LogFile(file, {
    maxSize: 4,
    onError: () => {},
    fs: {
      ...fs,
      renameSync(/** @type {string} */ from, /** @type {string} */ to) {
        fs.renameSync(from, to)
        if (from === file) fs.symlinkSync(prey, file)
      },
    },
  })
  for (const line of ['111\n', '222\n']) log.write(line)
  log.close()
  assert.equal(read(prey), 'precious')
  assert.equal(read(file), '111\n222\n')
})

test('reopen() goes on in a new file when the old one was moved', posix, () => {
  const file = newPath()
  const log = new LogFile(file)
  log.write('one\n')
  fs.renameSync(file, `${file}.1`)
  log.write('two\n')
  assert.equal(log.reopen(), true)
  log.write('three\n')
  // A file that still has its name is gone on with.
  assert.equal(log.reopen(), true)
  log.close()
  assert.deepEqual(allLines(file), [['one', 'two'], ['three']])
  assert.equal(log.reopen(), false)
})

test('when the name cannot be opened, the moved file goes on', posix, () => {
  /** @type {any[]} */
  const errors = []
  const folderOfIts = path.join(folder, 'gone')
  fs.mkdirSync(folderOfIts)
  const file = path.join(folderOfIts, 'a.log')
  const log = new LogFile(file, {
    onError: (/** @type {Error} */ error) => errors.push(error),
  })
  log.write('one\n')
  const moved = newPath()
  fs.renameSync(file, moved)
  fs.rmdirSync(folderOfIts)
  assert.equal(log.reopen(), false)
  log.write('two\n')
  assert.equal(log.close(), true)
  assert.equal(read(moved), 'one\ntwo\n')
  assert.deepEqual(
    errors.map(({ code }) => code),
    ['ENOENT'],
  )
})

test('half a batch in a file that was deleted is written whole', posix, () => {
  const state = brokenFs()
  const file = newPath()
  const log = new LogFile(file, { fs: state.fs, onError: () => {} })
  const { writeSync } = state.fs
  state.fs.writeSync = (fd, bytes, offset) => {
    if (offset > 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    state.most = 4
    return writeSync(fd, bytes, offset)
  }
  log.write('a long line\n')
  assert.equal(log.flushSync(), false)
  assert.equal(read(file), 'a lo')
  fs.rmSync(file)
  assert.equal(log.reopen(), true)
  state.fs.writeSync = fs.writeSync
  assert.equal(log.close(), true)
  assert.equal(read(file), 'a long line\n')
})

test('a folder is no log', () => {
  assert.throws(() => new LogFile(folder), { code: 'EISDIR' })
})

test('a device is written, and never renamed', () => {
  const file = newPath()
  /** @type {any} */
  const device = { isFile: () => false, size: 0, mtimeMs: 0, mode: 0o666 }
  const log = new LogFile(file, {
    maxSize: 8,
    fs: { ...fs, fstatSync: () => device },
  })
  for (let i = 0; i < 9; i++) log.write('123456\n')
  log.close()
  assert.equal(allLines(file).length, 1)
})

test('onError may log the error, to the same file', () => {
  const file = newPath()
  /** @type {any} */
  const log = new LogFile(file, {
    maxSize: 8,
    onError: () => log.write('told\n'),
    fs: {
      ...fs,
      openSync: (/** @type {string} */ name, /** @type {string} */ flags) => {
        if (flags === 'ax') throw new Error('no inode')
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

test('onError hears of a rotation when its batch is written', () => {
  const file = newPath()
  let text = ''
  /** @type {any} */
  const log = new LogFile(file, {
    maxSize: 8,
    onError: () => {
      log.flushSync()
      text = read(file)
    },
    fs: {
      ...fs,
      renameSync: () => {
        throw new Error('not permitted')
      },
    },
  })
  for (const line of ['one', 'two', 'three']) log.write(`${line}\n`)
  log.flushSync()
  assert.equal(text, 'one\ntwo\nthree\n')
  log.close()
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
