import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { library } from './library.js'

const { LogFile } = await library('lib/log/file.js')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'log-follow-'))
after(() => fs.rmSync(folder, { recursive: true }))
let count = 0

/** A log in a folder of its own, which is empty. */
function newPath() {
  const own = path.join(folder, `${++count}`)
  fs.mkdirSync(own)
  return path.join(own, 'app.log')
}

/** @param {string} file */
const read = (file) => fs.readFileSync(file, 'utf8')

/** @param {string} file */
const modeOf = (file) => fs.statSync(file).mode & 0o777

/**
 * A log that is told to write now, and what it says of errors.
 *
 * @param {string} file
 * @param {object} [options]
 */
function open(file, options) {
  /** @type {any[]} */
  const errors = []
  const log = new LogFile(file, {
    onError: (/** @type {Error} */ error) => errors.push(error),
    ...options,
  })
  return {
    log,
    errors,
    /** @param {string} line */
    write(line) {
      log.write(`${line}\n`)
      return log.flushSync()
    },
  }
}

const posix = { skip: process.platform === 'win32' }

test('a log that was deleted is begun again', posix, () => {
  const file = newPath()
  const { log, write, errors } = open(file)
  write('one')
  fs.rmSync(file)
  assert.equal(write('two'), true)
  log.close()
  assert.equal(read(file), 'two\n')
  assert.deepEqual([errors, log.dropped], [[], 0])
})

test('a log that was moved is begun again, as logrotate does it', posix, () => {
  const file = newPath()
  const { log, write } = open(file)
  write('one')
  // The new file may be there before we look,
  fs.renameSync(file, `${file}.1`)
  fs.writeFileSync(file, '', { mode: 0o600 })
  write('two')
  // or not.
  fs.renameSync(file, `${file}.2`)
  write('three')
  // A file that was only emptied is the same file.
  fs.truncateSync(file)
  write('four')
  log.close()
  assert.equal(read(`${file}.1`), 'one\n')
  assert.equal(read(`${file}.2`), 'two\n')
  assert.equal(read(file), 'four\n')
})

test('reopen() lets go of a file that was moved, without a line', posix, () => {
  const file = newPath()
  const { log, write } = open(file)
  write('one')
  fs.renameSync(file, `${file}.1`)
  assert.equal(fs.existsSync(file), false)
  assert.equal(log.reopen(), true)
  assert.equal(read(file), '')
  const before = fs.statSync(file).ino
  assert.equal(log.reopen(), true)
  assert.equal(fs.statSync(file).ino, before)
  log.close()
  assert.equal(log.reopen(), false)
})

test('in a folder that was deleted lines wait until it is back', posix, () => {
  const file = newPath()
  const { log, write, errors } = open(file)
  write('one')
  fs.rmSync(path.dirname(file), { recursive: true })
  assert.equal(write('two'), false)
  assert.equal(log.reopen(), false)
  assert.equal(write('three'), false)
  assert.deepEqual(
    errors.map(({ code }) => code),
    ['ENOENT'],
  )
  fs.mkdirSync(path.dirname(file))
  assert.equal(log.flushSync(), true)
  log.close()
  assert.equal(read(file), 'two\nthree\n')
  assert.equal(log.dropped, 0)
})

test(
  'when no new one can be made, a moved log goes on where it is',
  posix,
  () => {
    const file = newPath()
    let isForbidden = false
    const { log, write, errors } = open(file, {
      fs: {
        ...fs,
        openSync: (/** @type {[any, any, any]} */ ...args) => {
          if (isForbidden)
            throw Object.assign(new Error('no'), { code: 'EACCES' })
          return fs.openSync(...args)
        },
      },
    })
    write('one')
    isForbidden = true
    fs.renameSync(file, `${file}.1`)
    assert.deepEqual([write('two'), write('three')], [true, true])
    assert.equal(errors.length, 1)
    assert.equal(log.reopen(), false)
    isForbidden = false
    write('four')
    log.close()
    assert.equal(read(`${file}.1`), 'one\ntwo\nthree\n')
    assert.equal(read(file), 'four\n')
  },
)

test(
  'half a batch that was deleted to make room is written whole',
  posix,
  () => {
    const file = newPath()
    let room = 4
    const { log, write } = open(file, {
      fs: {
        ...fs,
        writeSync(
          /** @type {number} */ fd,
          /** @type {Buffer} */ bytes,
          /** @type {number} */ offset,
        ) {
          if (room === 0)
            throw Object.assign(new Error('full'), { code: 'ENOSPC' })
          const written = fs.writeSync(
            fd,
            bytes,
            offset,
            Math.min(room, bytes.length - offset),
          )
          room -= written
          return written
        },
      },
    })
    assert.equal(write('a long line'), false)
    assert.equal(read(file), 'a lo')
    fs.rmSync(file)
    room = Number.POSITIVE_INFINITY
    assert.equal(write('b'), true)
    assert.equal(read(file), 'a long line\nb\n')
    // And nothing is thought to wait any more.
    assert.equal(log.close(), true)
  },
)

test('one file under two names is one file', posix, () => {
  const file = newPath()
  const log = new LogFile(file)
  const hard = `${file}.hard`
  const soft = `${file}.soft`
  fs.linkSync(file, hard)
  fs.symlinkSync(file, soft)
  for (const name of [hard, soft, path.relative('.', file)]) {
    assert.throws(() => new LogFile(name), { code: 'ERR_VELOCY_LOG_FILE_OPEN' })
  }
  log.close()
  new LogFile(soft).close()
})

test(
  'a rotation renames the file and not the link that leads to it',
  posix,
  () => {
    const file = newPath()
    const link = `${file}.current`
    fs.symlinkSync(file, link)
    const { log, write } = open(link, { maxSize: 4 })
    for (const line of ['1', '2', '333', '4']) write(line)
    log.close()
    assert.equal(fs.readlinkSync(link), file)
    assert.deepEqual([read(link), read(`${file}.1`)], ['4\n', '333\n'])
  },
)

test('after a rotation the log is as private as before', posix, () => {
  const file = newPath()
  fs.writeFileSync(file, '', { mode: 0o600 })
  const { log, write } = open(file, { maxSize: 4 })
  for (const line of ['111', '222']) write(line)
  assert.deepEqual([modeOf(file), modeOf(`${file}.1`)], [0o600, 0o600])
  fs.chmodSync(file, 0o660)
  write('333')
  assert.equal(modeOf(file), 0o660)
  fs.rmSync(file)
  write('444')
  assert.equal(modeOf(file), 0o660)
  log.close()
})

test(
  'a file that cannot have its group is not for another group',
  posix,
  () => {
    const file = newPath()
    fs.writeFileSync(file, '')
    fs.chmodSync(file, 0o644)
    const { log, write } = open(file, {
      maxSize: 4,
      fs: {
        ...fs,
        fstatSync: (/** @type {number} */ fd, /** @type {any} */ options) => {
          const stats = fs.fstatSync(fd, options)
          // What is open now belongs to a group that we are not in.
          if (stats.size > 0) Object.assign(stats, { gid: 4_000_000n })
          return stats
        },
        fchownSync() {
          throw Object.assign(new Error('no'), { code: 'EPERM' })
        },
      },
    })
    for (const line of ['111', '222']) write(line)
    log.close()
    assert.equal(modeOf(file), 0o604)
  },
)

test('a link that was planted for the new file is not followed', posix, () => {
  const file = newPath()
  const prey = `${file}.prey`
  fs.writeFileSync(prey, 'precious')
  const { log, write, errors } = open(file, { maxSize: 4 })
  write('111')
  fs.symlinkSync(prey, `${file}.new`)
  write('222')
  assert.equal(read(file), '111\n222\n')
  // What nobody finishes is taken away after a while.
  const before = new Date(Date.now() - 60_000)
  fs.lutimesSync(`${file}.new`, before, before)
  write('333')
  log.close()
  assert.deepEqual([read(file), read(`${file}.1`)], ['333\n', '111\n222\n'])
  assert.equal(read(prey), 'precious')
  assert.deepEqual(errors, [])
})

test(
  'a link or a pipe that was planted for the log is not followed',
  posix,
  () => {
    for (const plant of [
      (/** @type {string} */ name) => fs.symlinkSync(`${name}.prey`, name),
      (/** @type {string} */ name) => execFileSync('mkfifo', [name]),
      (/** @type {string} */ name) => fs.mkdirSync(name),
    ]) {
      const file = newPath()
      const { log, write, errors } = open(file)
      write('one')
      fs.renameSync(file, `${file}.old`)
      fs.writeFileSync(`${file}.prey`, 'precious')
      plant(file)
      write('two')
      log.close()
      assert.equal(read(`${file}.old`), 'one\ntwo\n')
      assert.equal(read(`${file}.prey`), 'precious')
      assert.equal(errors.length, 1)
    }
  },
)

test('when fewer old files are to be kept, the others go', posix, () => {
  const file = newPath()
  fs.writeFileSync(file, '0\n')
  for (let i = 1; i <= 10; i++) fs.writeFileSync(`${file}.${i}`, `${i}\n`)
  fs.writeFileSync(`${file}.2026`, 'a copy of somebody\n')
  const { log, write } = open(file, { maxSize: 2, keep: 3 })
  write('x')
  log.close()
  assert.deepEqual(fs.readdirSync(path.dirname(file)).sort(), [
    'app.log',
    'app.log.1',
    'app.log.2',
    'app.log.2026',
    'app.log.3',
  ])
  assert.deepEqual([read(`${file}.1`), read(`${file}.3`)], ['0\n', '2\n'])
})

test('without links, a file is renamed', posix, () => {
  const file = newPath()
  const { log, write, errors } = open(file, {
    maxSize: 4,
    fs: {
      ...fs,
      linkSync() {
        throw Object.assign(new Error('no'), { code: 'EPERM' })
      },
    },
  })
  for (const line of ['111', '222', '333']) write(line)
  log.close()
  assert.deepEqual([read(file), read(`${file}.2`)], ['333\n', '111\n'])
  assert.deepEqual(errors, [])
})

test('the name leads to a file at each moment of a rotation', posix, () => {
  const file = newPath()
  let isThere = true
  const look = () => {
    isThere &&= fs.existsSync(file)
  }
  const { log, write } = open(file, {
    maxSize: 4,
    fs: {
      ...fs,
      renameSync(/** @type {string} */ from, /** @type {string} */ to) {
        look()
        fs.renameSync(from, to)
        look()
      },
    },
  })
  for (const line of ['111', '222', '333']) write(line)
  log.close()
  assert.equal(isThere, true)
})

test('what onError throws is a warning, and no error of who logs', async () => {
  const file = newPath()
  const warned = new Promise((resolve) => process.once('warning', resolve))
  const { log } = open(file, {
    onError() {
      throw new Error('a bug in onError')
    },
    fs: {
      ...fs,
      writeSync() {
        throw new Error('no')
      },
    },
  })
  assert.equal(log.write('x\n'), true)
  assert.equal(log.flushSync(), false)
  assert.match((await warned).message, /a bug in onError/)
  assert.equal(log.close(), false)
})

test('a folder is no log', () => {
  const file = newPath()
  assert.throws(() => new LogFile(path.dirname(file)), { code: 'EISDIR' })
})
