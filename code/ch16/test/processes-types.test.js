import assert from 'node:assert/strict'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { poolOf } from './processes-support.js'
import { within } from './support.js'

/** @import { Readable, Writable } from 'node:stream' */
/** @import { ChildProcess, SpawnOptions } from '../lib/processes/index.js' */

// What is said here of types, TypeScript checks: it complains of an expected
// error that there is not, too.

const pool = poolOf({ size: 2 })

test('all three streams are there, unless told', async () => {
  const cat = pool.spawn('cat').on('error', () => {})
  cat.stdin.end('there and back')
  assert.equal(await within(text(cat.stdout), 'its output'), 'there and back')
  /** @type {readonly [Writable, Readable, Readable]} */
  const streams = cat.stdio
  assert.deepEqual(streams, [cat.stdin, cat.stdout, cat.stderr])
  const pwd = pool.spawn('pwd', { cwd: '/usr', stdio: ['pipe', null] })
  assert.equal(await within(text(pwd.stdout), 'its output'), '/usr\n')
  assert.equal(await within(text(pwd.stderr), 'its errors'), '')
})

test('of what is ignored or inherited, there is no stream', async () => {
  const echo = pool.spawn('echo', ['hi'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // @ts-expect-error: it is null.
  assert.throws(() => echo.stdin.end(), TypeError)
  // @ts-expect-error: so is this.
  assert.throws(() => echo.stderr.resume(), TypeError)
  assert.equal(await within(text(echo.stdout), 'its output'), 'hi\n')
})

test('of options that come from elsewhere, nobody knows', async () => {
  /** @type {SpawnOptions} */
  const options = { stdio: 'ignore' }
  /** @type {ChildProcess} */
  const child = pool.spawn('true', options)
  // @ts-expect-error: it may be null.
  assert.throws(() => child.stdout.resume(), TypeError)
  child.on('exit', (code, signal) => {
    // @ts-expect-error: either of them may be null.
    assert.deepEqual([code.toFixed(), signal], ['0', null])
  })
  await within(once(child, 'close'), 'its end')
})

test('input that is inherited is an error in both', () => {
  const error = { code: 'ERR_VELOCY_BAD_OPTION' }
  // @ts-expect-error: a shell has no terminal to give away.
  assert.throws(() => pool.spawn('cat', { stdio: 'inherit' }), error)
  // @ts-expect-error: nor when it is said of each.
  assert.throws(() => pool.spawn('cat', [], { stdio: ['inherit'] }), error)
})
