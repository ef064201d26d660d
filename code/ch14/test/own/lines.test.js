import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Lines, takeLines, writeEach } from '../../lib/cluster/lines.js'

/** Lines whose messages are kept. */
function logging(options = {}) {
  /** @type {string[]} */
  const messages = []
  const lines = new Lines((text) => messages.push(text), options)
  return { lines, messages }
}

test('lines of one turn go as one message', async () => {
  const { lines, messages } = logging()
  assert.equal(lines.write('a\n'), true)
  queueMicrotask(() => lines.write('b\n'))
  await nextTurn()
  assert.deepEqual(messages, ['a\nb\n'])
})

test('the next message goes when the one before is written', async () => {
  const { lines, messages } = logging()
  lines.write('a\n')
  await nextTurn()
  lines.write('b\n')
  await nextTurn()
  lines.write('c\n')
  await nextTurn()
  assert.deepEqual(messages, ['a\n'])
  lines.written()
  assert.deepEqual(messages, ['a\n', 'b\nc\n'])
  lines.written()
  lines.write('d\n')
  await nextTurn()
  assert.deepEqual(messages, ['a\n', 'b\nc\n', 'd\n'])
})

test('who writes too much is told to wait, and when to go on', async () => {
  const { lines, messages } = logging()
  lines.write('a\n')
  await nextTurn()
  const large = `${'x'.repeat(700_000)}\n`
  assert.equal(lines.write(large), true)
  assert.equal(lines.write(large), false)
  const drained = once(lines, 'drain')
  let isDrained = false
  drained.then(() => {
    isDrained = true
  })
  lines.written()
  await nextTurn()
  assert.equal(isDrained, false)
  lines.written()
  await drained
  assert.equal(messages.join(''), `a\n${large}${large}`)
})

test('lines that find no room are lost, counted, and reported in their place', async () => {
  const { lines, messages } = logging({ limit: 10, now: () => 7 })
  lines.write('first\n')
  await nextTurn()
  assert.equal(lines.write('second\n'), true)
  assert.equal(lines.write('third\n'), false)
  // It would fit, but what is missing is before it.
  assert.equal(lines.write('4\n'), false)
  assert.equal(lines.dropped, 2)
  const drained = once(lines, 'drain')
  lines.written()
  lines.written()
  lines.written()
  await drained
  lines.write('5\n')
  await nextTurn()
  assert.deepEqual(messages, [
    'first\n',
    'second\n',
    '{"time":7,"level":"warn","dropped":2,"msg":"lines dropped"}\n',
    '5\n',
  ])
  assert.equal(lines.dropped, 2)
})

test('a process that ends sends what waits, and then each line at once', async () => {
  const { lines, messages } = logging()
  lines.write('a\n')
  await nextTurn()
  lines.write('b\n')
  assert.equal(lines.flushSync(), true)
  lines.batchSize = 0
  lines.write('c\n')
  assert.deepEqual(messages, ['a\n', 'b\n', 'c\n'])
})

/**
 * A primary that takes lines for a destination.
 *
 * @param {{ write: (line: string) => boolean }} destination
 */
function primary(destination) {
  const settings = { log: { destination } }
  const cluster = /** @type {any} */ (
    Object.assign(new EventEmitter(), { settings })
  )
  takeLines(cluster)
  /** @type {unknown[]} */
  const told = []
  /** @param {unknown} name */
  const worker = (name) => ({ send: () => told.push(name) })
  /** @param {object} child @param {string} lines */
  const say = (child, lines) =>
    cluster.emit('message', child, { velocy: 'lines', lines })
  return { say, worker, told, cluster }
}

test('the primary writes one line at a time, and then asks for more', () => {
  /** @type {string[]} */
  const written = []
  /** @param {string} line */
  const write = (line) => written.push(line) > 0
  const destination = { write }
  const { say, worker, told, cluster } = primary(destination)
  const one = worker('one')
  say(one, 'a\nb\n\nrest')
  cluster.emit('message', one, { velocy: 'heartbeat', lines: 'no\n' })
  assert.deepEqual(written, ['a\n', 'b\n', '\n', 'rest'])
  assert.deepEqual(told, ['one'])
})

test('while the destination is slow, no worker is asked for more', () => {
  const destination = Object.assign(new EventEmitter(), { write: () => false })
  const { say, worker, told } = primary(destination)
  for (let count = 0; count < 20; count++) say(worker(count), 'a\n')
  assert.deepEqual(told, [])
  assert.equal(destination.listenerCount('drain'), 1)
  destination.emit('drain')
  assert.deepEqual(told, [...Array(20).keys()])
  say(worker('again'), 'a\n')
  destination.emit('drain')
  assert.equal(told.at(-1), 'again')
})

test('a destination that throws does not end the primary, nor keeps workers waiting', async () => {
  const warned = once(process, 'warning')
  const destination = {
    /** @returns {boolean} */
    write() {
      throw new Error('no')
    },
  }
  assert.equal(writeEach(destination, 'a\n'), true)
  const [warning] = await warned
  assert.match(warning.message, /log has failed/)
})

test('one that cannot tell when it is ready is not waited for', () => {
  const { say, worker, told } = primary({ write: () => false })
  say(worker('one'), 'a\n')
  assert.deepEqual(told, ['one'])
})
