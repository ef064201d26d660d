// @reads code/ch11/lib/ code/ch13/lib/
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os, { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  eventsReporter,
  parseEvents,
} from '../../tools/exercise-runner/exercise.js'
import { patience } from '../../tools/processes/pace.js'
import { cleanEnv, run } from '../../tools/processes/run.js'
import * as toolchain from '../../tools/processes/toolchain.js'
import { prepareShims, runWithShims } from './fixture.js'

const { path: node, reason } = toolchain.node(26)
const velocy = new URL('../../code/ch11', import.meta.url).href
const concurrency = Math.max(1, Math.floor(os.availableParallelism() / 2))

/** @type {Record<string, string>} what it is about, and the program */
const programs = {
  'ticks come before promises, and after all promises': `
    import { stat } from 'node:fs'
    stat('.', () => {
      setImmediate(() => console.log('immediate'))
      setTimeout(() => console.log('timer'), 0)
      Promise.resolve().then(() => {
        console.log('promise')
        process.nextTick(() => console.log('tick of a promise'))
        Promise.resolve().then(() => console.log('promise of a promise'))
      })
      process.nextTick(() => {
        console.log('tick')
        process.nextTick(() => console.log('tick of a tick'))
        Promise.resolve().then(() => console.log('promise of a tick'))
      })
      queueMicrotask(() => console.log('microtask'))
      console.log('now')
    })`,
  'in a module promises come first': `
    process.nextTick(() => console.log('tick'))
    Promise.resolve().then(() => console.log('promise'))
    console.log('now')`,
  'immediates of immediates wait for a turn': `
    setImmediate(() => {
      setImmediate(() => console.log('second turn'))
      process.nextTick(() => console.log('tick'))
    })
    setImmediate(() => console.log('first turn'))`,
  'timers come in order of when they are due': `
    setTimeout(() => console.log(900), 900)
    setTimeout(() => console.log(10), 10)
    setTimeout(() => console.log('10 again'), 10)
    setTimeout(() => console.log(400), 400)
    const late = setTimeout(() => console.log('never'), 500)
    setTimeout(() => clearTimeout(late), 1)`,
  'a timer may be stopped by one that is due with it': `
    const timers = []
    timers.push(setTimeout(() => clearTimeout(timers[1]), 5))
    timers.push(setTimeout(() => console.log('never'), 5))
    const end = performance.now() + 10
    while (performance.now() < end);`,
  'an interval goes on until it is cleared': `
    let count = 0
    const interval = setInterval((name) => {
      console.log(name, ++count)
      if (count === 3) clearInterval(interval)
    }, 2, 'turn')`,
  'what is not waited for ends with the program': `
    setTimeout(() => console.log('never'), 2000).unref()
    const timer = setTimeout(() => console.log('once'), 500)
    console.log(timer.hasRef(), timer.unref().hasRef(), timer.ref().hasRef())
    setImmediate(() => console.log('if there is a turn')).unref()`,
  'numbers of timers, refresh and close': `
    const timer = setTimeout(() => console.log('refreshed'), 20)
    setTimeout(() => timer.refresh(), 10)
    clearTimeout(+setTimeout(() => console.log('never'), 1))
    setTimeout(() => console.log('never'), 1).close()
    console.log(typeof +timer, clearTimeout(undefined), clearTimeout({}))`,
  'delays that a timer warns of': `
    for (const delay of [-5, 'x', 2 ** 31, -6, 2 ** 31]) setTimeout(() => {}, delay)`,
  'too many listeners': `
    import { EventEmitter } from 'node:events'
    const emitter = new EventEmitter()
    for (let i = 0; i < 15; i++) emitter.on('a', () => {})
    class Log extends EventEmitter {}
    const log = new Log().setMaxListeners(2)
    for (let i = 0; i < 5; i++) log.once('line', () => {})
    for (let i = 0; i < 15; i++) emitter.prependListener('b', () => {})
    process.emitWarning('mine', 'OwnWarning')`,
  'what a timer does not take': `
    for (const make of [setTimeout, setInterval, setImmediate, process.nextTick]) {
      try { make('text') } catch (error) { console.log(error.code, error.message) }
    }`,
  'very many timers': `
    let count = 0
    for (let i = 0; i < 200_000; i++) setTimeout(() => count++, i % 5)
    process.on('exit', () => console.log(count))`,
  'delays that are none are 1 ms': `
    for (const delay of [undefined, null, 0, 0.5]) {
      setTimeout(() => console.log(delay), delay)
    }`,
  'promises of timers': `
    import { scheduler, setImmediate, setTimeout } from 'node:timers/promises'
    console.log(await setTimeout(1, 'a'), await setImmediate('b'))
    const controller = new AbortController()
    const waiting = setTimeout(1e6, 'c', { signal: controller.signal })
    controller.abort()
    await waiting.catch(({ name, code }) => console.log(name, code))
    await scheduler.wait(1)
    await scheduler.yield()
    await setTimeout(1, 0, { signal: 3 }).catch((e) => console.log(e.message))
    setTimeout(50, 0, { ref: false }).then(() => console.log('never'))`,
  'promisify knows timers': `
    import { promisify } from 'node:util'
    console.log(await promisify(setTimeout)(1, 'value'))
    console.log(await promisify(setImmediate)('value'))`,
  'beforeExit may give it more to do': `
    let turns = 0
    process.on('beforeExit', (status) => {
      console.log('beforeExit', status)
      if (++turns < 3) setTimeout(() => console.log('more'), 1)
    })
    process.on('exit', (status) => console.log('exit', status))`,
  'process.exit in the middle': `
    process.on('exit', (status) => console.log('exit', status))
    process.on('beforeExit', () => console.log('never'))
    setTimeout(() => process.exit(3), 1)
    setTimeout(() => console.log('never'), 900)`,
  'an exit code that is set': `
    process.exitCode = 4
    process.on('exit', (status) => console.log(status, process.exitCode))`,
  'an error that is listened for': `
    process.on('uncaughtException', (error, origin) =>
      console.log(error.message, origin))
    setTimeout(() => { throw new Error('a') }, 1)
    setTimeout(() => console.log('goes on'), 30)`,
  'a rejection that is listened for': `
    process.on('unhandledRejection', (error) => console.log(error.message))
    Promise.reject(new Error('a'))`,
  'standard output': `
    import { Readable } from 'node:stream'
    process.stdout.write('a\\n', () => console.log('written'))
    process.stdout.write(Buffer.from('é\\n'))
    Readable.from(['piped\\n']).pipe(process.stdout)
    setTimeout(() => process.stdout.write('still open\\n'), 5)`,
  'the process': `
    import { argv, env, nextTick } from 'node:process'
    console.log(argv === process.argv, env === process.env, nextTick.name)
    console.log(process.argv.length, process.platform, process.version)
    console.log(process.listenerCount('x'), process.cwd() === import.meta.dirname)
    console.log(process.hrtime().length, typeof process.hrtime.bigint())
    console.log(Object.prototype.toString.call(process))`,
  'handlers are asked through inject': `
    import { Router } from '${velocy}/lib/index.js'
    import { inject } from '${velocy}/lib/testing/inject.js'
    const router = new Router({ onError: () => {} })
      .post('/echo', (req) => req.json())
      .get('/list', ({ headers }) => headers['x-list'])
    for (const request of ['/nowhere', { path: '/echo', method: 'POST', json: { a: 1 } },
      { path: '/list', headers: { 'x-list': ['a', 'b'] } },
      { path: '/list', method: 'HEAD', headers: { 'x-list': 'c' } }]) {
      const response = await inject(router, request)
      console.log(response.status, response.statusText, await response.text())
      console.log(response.headers.get('content-type'))
    }`,
  'emitters are printed as they are': `
    import { EventEmitter } from 'node:events'
    console.log(new (class Log extends EventEmitter { lines = 0 })())`,
}

/** @type {Record<string, string>} what it is about, and the tests */
const tests = {
  'tests of all kinds': `
    import assert from 'node:assert/strict'
    import { describe, it, suite, test } from 'node:test'
    test('passes', () => {})
    test('fails', () => assert.equal(1, 2))
    test('fails in words', () => assert.equal(1, 2, 'because'))
    test('throws', () => { throw new TypeError('broken') })
    test('throws text', () => { throw 'text' })
    test('rejects', async () => { throw Object.assign(new Error('no'), { code: 'E_NO' }) })
    test('waits', () => new Promise((resolve) => setTimeout(resolve, 5)))
    test('calls back', (t, done) => setImmediate(done))
    test('calls back with an error', (t, done) => done(new Error('called')))
    test('calls back and promises', async (t, done) => done())
    test('is skipped', { skip: true }, () => assert.fail())
    test('is skipped, and why', { skip: 'reason' }, () => assert.fail())
    test.skip('is skipped by name', () => assert.fail())
    test.todo('is to be done')
    test('is to be done, and fails', { todo: true }, () => assert.fail())
    test('skips itself', (t) => t.skip('reason'))
    test('is late', { timeout: 10 }, () => new Promise((r) => setTimeout(r, 60)))
    test(function named() {})
    test(() => {})
    it('is a test, too', () => {})
    describe('a suite', () => {
      it('has tests', () => {})
      it('of which one fails', () => assert.deepEqual([1], [2]))
      describe('within', () => { it('more', () => {}) })
    })
    suite('another suite', { skip: true }, () => { test('not run', () => {}) })
    describe('an empty suite', () => {})
    describe('a suite that throws', () => { throw new Error('built badly') })`,
  'tests within tests': `
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    test('parent', async (t) => {
      await t.test('child', () => {})
      await t.test('failing child', () => assert.ok(0, 'no'))
      await t.test('deep', async (t) => { await t.test('deeper', () => {}) })
    })
    test('does not wait', (t) => {
      t.test('child that takes its time', () => new Promise((r) => setTimeout(r, 10)))
      t.test('and another', () => {})
    })
    test('knows names', (t) => assert.deepEqual([t.name, t.fullName], ['knows names', 'knows names']))
    test('signal', (t) => assert.equal(t.signal.aborted, false))`,
  'what comes before and after': `
    import assert from 'node:assert/strict'
    import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
    const log = []
    before(() => log.push('before'))
    beforeEach(() => log.push('beforeEach'))
    afterEach(() => log.push('afterEach'))
    test('one', (t) => {
      t.after(() => log.push('t.after'))
      log.push('one')
    })
    test('two', async (t) => {
      t.beforeEach(() => log.push('t.beforeEach'))
      t.afterEach(() => log.push('t.afterEach'))
      await t.test('sub', () => log.push('sub'))
    })
    describe('suite', () => {
      before(() => log.push('suite.before'))
      after(() => log.push('suite.after'))
      beforeEach(() => log.push('suite.beforeEach'))
      afterEach(() => log.push('suite.afterEach'))
      test('three', () => log.push('three'))
      test('four', { skip: true }, () => log.push('four'))
    })
    test('five', () => assert.equal(log.join(' '), 'shown as it is'))`,
  'hooks that fail': `
    import { afterEach, before, beforeEach, describe, test } from 'node:test'
    describe('before', () => {
      before(() => { throw new Error('before') })
      test('not reached', () => {})
    })
    describe('beforeEach', () => {
      beforeEach(() => { throw new Error('beforeEach') })
      test('fails', () => {})
    })
    describe('afterEach', () => {
      afterEach(() => { throw new Error('afterEach') })
      test('fails, too', () => {})
    })`,
  'errors that nothing catches': `
    import { test } from 'node:test'
    test('of a timer', () => new Promise(() => {
      setTimeout(() => { throw new Error('of a timer') }, 1)
    }))
    test('of a promise', () => new Promise((resolve) => {
      Promise.reject(new Error('of a promise'))
      setTimeout(resolve, 20)
    }))
    test('goes on', () => {})`,
}

describe('programs end with our built-ins as they do in Node', {
  skip: node ? false : reason,
  concurrency,
}, () => {
  /** @type {Awaited<ReturnType<typeof prepareShims>>} */
  let shims
  const folder = mkdtempSync(path.join(tmpdir(), 'programs-'))
  before(async () => {
    shims = await prepareShims()
  })
  after(() => {
    shims.remove()
    rmSync(folder, { recursive: true })
  })

  /** @param {string} file */
  const withShims = (file) =>
    runWithShims(file, { node: String(node), preload: shims.preload })

  Object.entries(programs).forEach(([name, text], i) => {
    test(name, async () => {
      const file = path.join(folder, `${i}.mjs`)
      writeFileSync(file, text)
      const options = { cwd: folder, env: cleanEnv(), timeout: patience(20) }
      const [ours, theirs] = await Promise.all([
        withShims(file),
        run(String(node), [file], options),
      ])
      assert.equal(withoutPid(ours.output), withoutPid(theirs.output))
      assert.equal(ours.status, theirs.status)
    })
  })

  Object.entries(tests).forEach(([name, text], i) => {
    test(`tests: ${name}`, async () => {
      const file = path.join(folder, `${i}.test.mjs`)
      writeFileSync(file, text)
      const args = ['--test', `--test-reporter=${eventsReporter}`, file]
      const options = { cwd: folder, env: cleanEnv(), timeout: patience(20) }
      const [ours, theirs] = await Promise.all([
        withShims(file),
        run(String(node), args, options),
      ])
      assert.deepEqual(told(ours.stdout), told(theirs.stdout), ours.output)
      assert.equal(ours.status, theirs.status)
    })
  })

  test('a test that waits for nothing fails at once', async () => {
    const file = path.join(folder, 'endless.test.mjs')
    writeFileSync(file, ENDLESS)
    const { stdout, status } = await withShims(file)
    assert.deepEqual(
      parseEvents(stdout).map(({ type, failureType }) => [type, failureType]),
      [
        ['pass', null],
        ['fail', 'testTimeoutFailure'],
        ['pass', null],
      ],
    )
    assert.equal(status, 1)
  })
})

/** @param {string} output whose warnings begin with the process's number */
const withoutPid = (output) => output.replaceAll(/^\(node:\d+\)/gm, '(node)')

/** Node would wait for ever. */
const ENDLESS = `
  import { test } from 'node:test'
  test('before it', () => {})
  test('waits for nothing', () => new Promise(() => {}))
  test('after it', () => {})`

/** @param {string} stdout */
const told = (stdout) =>
  parseEvents(stdout)
    .filter((event) => event.type !== 'output')
    // Where a test is, and what lies below its own first line, differ.
    .map(({ file: _, stack, ...event }) => ({
      ...event,
      hasStack: stack !== null,
    }))
