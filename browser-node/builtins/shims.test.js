// @reads code/ch13/lib/
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { bundled } from './fixture.js'
import { callText } from './source.js'

/** @type {any} */
let shims
before(async () => {
  const text = await bundled()
  shims = await import(
    `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`
  )
})

describe('the call that an assertion shows', () => {
  for (const [text, line, column, expected] of [
    ['assert.ok(a > b)', 1, 8, 'assert.ok(a > b)'],
    ['x\n  assert(f(1)(2), "a)")\ny', 2, 3, 'assert(f(1)(2), "a)")'],
    ["t.assert.ok(')' === `(a`) // (", 1, 10, "t.assert.ok(')' === `(a`)"],
    ['  ok(\n    a,\n    b,\n  )', 1, 3, 'ok(\n    a,\n    b,\n  )'],
    ['ok(/* ) */ 1)', 1, 1, 'ok(/* ) */ 1)'],
    ['ok(/[)]\\)/.test(x), 4 / 2)', 1, 1, 'ok(/[)]\\)/.test(x), 4 / 2)'],
    ['ok(', 1, 1, null],
    ['', 1, 1, null],
  ]) {
    test(String(text), () => {
      const place = /** @type {any} */ ({ text, line, column })
      assert.equal(callText(place), expected)
    })
  }
})

test('the files of a program are there before it is', () => {
  const { fs } = shims.builtins
  shims.mountFiles('/velocy/ch00', { 'lib/a.js': 'a', 'server.js': 'b' })
  assert.deepEqual(fs.readdirSync('/velocy/ch00'), ['lib', 'server.js'])
  assert.equal(fs.readFileSync('/velocy/ch00/lib/a.js', 'utf8'), 'a')
})

test('a path is relative to the folder of the program', () => {
  const { fs, path } = shims.builtins
  shims.setUpProcess({ env: {}, argv: [], cwd: '/velocy/ch00' })
  fs.writeFileSync('made.log', 'x')
  assert.ok(fs.existsSync('/velocy/ch00/made.log'))
  assert.equal(path.resolve('lib'), '/velocy/ch00/lib')
})

test('what a disk has comes after what setImmediate asked for', async () => {
  const { fs, timers } = shims.builtins
  /** @type {string[]} */
  const log = []
  await new Promise((resolve) => {
    // As a program begins, before the first turn of the loop.
    fs.readFile('/velocy', () => {
      log.push('file')
      resolve(undefined)
    })
    timers.setImmediate(() => log.push('immediate'))
  })
  assert.deepEqual(log, ['immediate', 'file'])
})

test('files do not fill the memory of a page', () => {
  const { fs } = shims.builtins
  const piece = new Uint8Array(8 * 1024 * 1024)
  const fill = () => {
    for (let i = 0; i < 10; i++) fs.appendFileSync('/tmp/large', piece)
  }
  assert.throws(fill, { code: 'ENOSPC' })
  fs.rmSync('/tmp/large')
  // What was removed has made room.
  fs.writeFileSync('/tmp/large', piece)
  fs.rmSync('/tmp/large')
})

test('what a page has not says so', () => {
  const { assert: ours, console, crypto, events, fs, http, os } = shims.builtins
  const { perf_hooks, process, test, util } = shims.builtins
  /** @type {Record<string, () => unknown>} */
  const uses = {
    'console.table': () => console.default.table([]),
    'assert.deepEqual': () => ours.deepEqual(1, 1),
    'crypto.pbkdf2': () => crypto.pbkdf2(),
    'events.on': () => events.on(),
    'fs.watch': () => fs.watch('/tmp'),
    'http.Agent': () => new http.Agent(),
    'http.get': () => http.get('http://localhost/'),
    'http.request without createConnection': () =>
      http.request('http://localhost/'),
    'mock.fn': () => test.mock.fn(),
    'os.cpus': () => os.cpus(),
    'perf_hooks.monitorEventLoopDelay': perf_hooks.monitorEventLoopDelay,
    'process.kill of another process': () => process.default.kill(1),
    'process.memoryUsage': () => process.default.memoryUsage(),
    'util.styleText': () => util.styleText('red', 'text'),
  }
  for (const [name, use] of Object.entries(uses)) {
    const message = `${name} is not there in a page`
    assert.throws(use, { code: 'ERR_NOT_IN_PAGE', message })
  }
})

test('every built-in has a default export, as in Node.js', () => {
  for (const [name, exported] of Object.entries(shims.builtins)) {
    assert.ok('default' in /** @type {object} */ (exported), name)
  }
})

test('there is one Buffer, one EventEmitter and one stream', () => {
  const { buffer, events, fs, net, stream, process } = shims.builtins
  assert.ok(new stream.Readable() instanceof events.EventEmitter)
  assert.ok(process.default instanceof events.EventEmitter)
  assert.ok(new net.Socket() instanceof stream.Duplex)
  assert.ok(fs.readFileSync('/velocy/ch00/server.js') instanceof buffer.Buffer)
})
