import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import { openPool } from './pools.js'

const { VelocyError } = await library('lib/index.js')

/** @param {Promise<unknown>} promise @returns {Promise<any>} */
const errorOf = (promise) =>
  promise.then(
    (value) => assert.fail(`it returned ${value}`),
    (error) => error,
  )

test('an error comes back as what it was, with its stack', async (t) => {
  const pool = openPool(t)
  for (const task of ['fail', 'failLater']) {
    const type = await errorOf(pool.run(task, 'type'))
    assert.ok(type instanceof TypeError)
    assert.equal(type.message, 'wrong type')
    assert.match(String(type.stack), /tasks\.js/)
    const { cause } = await errorOf(pool.run(task, 'cause'))
    assert.ok(cause instanceof RangeError)
    const abort = await errorOf(pool.run(task, 'abort'))
    assert.equal(abort.name, 'AbortError')
  }
})

test('an error of another class keeps its name and what it has', async (t) => {
  const pool = openPool(t)
  const odd = await errorOf(pool.run('fail', 'odd'))
  assert.ok(odd instanceof Error)
  assert.equal(odd.name, 'Odd')
  assert.equal(/** @type {any} */ (odd).code, 'ERR_ODD')
  assert.deepEqual(/** @type {any} */ (odd).details, { why: 'no reason' })
})

test('a VelocyError is one on this side, too', async (t) => {
  const pool = openPool(t)
  const error = await errorOf(pool.run('fail', 'velocy'))
  assert.ok(error instanceof VelocyError)
  const { code, status, expose, message } = error
  assert.deepEqual(
    { code, status, expose, message },
    { code: 'ERR_TEAPOT', status: 418, expose: true, message: 'short' },
  )
})

test('what is thrown and no error comes back as it is', async (t) => {
  const pool = openPool(t)
  assert.equal(await errorOf(pool.run('fail', 'text')), 'only a text')
  assert.equal(await errorOf(pool.run('fail', 'nothing')), undefined)
})

test('one property that cannot be cloned does not cost the others', async (t) => {
  const pool = openPool(t)
  const error = await errorOf(pool.run('fail', 'closure'))
  const { name, message, code, status, f } = error
  assert.deepEqual(
    { name, message, code, status, f },
    {
      name: 'RangeError',
      message: 'with a function',
      code: 'ERR_FULL',
      status: 409,
      f: undefined,
    },
  )
  assert.ok(error instanceof RangeError)
  assert.match(String(error.stack), /tasks\.js/)
})

test('causes keep their class and properties, too', async (t) => {
  const pool = openPool(t)
  for (const how of ['causes', 'assigned']) {
    const { cause } = await errorOf(pool.run('fail', how))
    assert.ok(cause instanceof VelocyError, how)
    assert.equal(cause.code, 'ERR_TEAPOT')
    assert.equal(/** @type {any} */ (cause.cause).code, 'ERR_FULL')
  }
  const text = await errorOf(pool.run('fail', 'textCause'))
  assert.equal(text.cause, 'only a text')
})

test('a value or a result that cannot be cloned fails its own task', async (t) => {
  const pool = openPool(t, { threads: 2 })
  await pool.start()
  const results = await Promise.allSettled([
    pool.run('echo', 1),
    pool.run('echo', () => {}),
    pool.run('closure'),
    pool.run('echo', 2),
    pool.run('echo', Symbol('no')),
    pool.run('echo', 3),
  ])
  assert.deepEqual(
    results.map((one) =>
      one.status === 'fulfilled' ? one.value : one.reason.name,
    ),
    [1, 'DataCloneError', 'DataCloneError', 2, 'DataCloneError', 3],
  )
})

test('a buffer cannot be given away twice', async (t) => {
  const pool = openPool(t)
  const bytes = new Uint8Array([1, 2, 3])
  const options = { transfer: [bytes.buffer] }
  const [first, second] = await Promise.allSettled([
    pool.run('echo', bytes, options),
    pool.run('echo', bytes, options),
  ])
  assert.equal(first.status, 'fulfilled')
  assert.equal(second.status, 'rejected')
  assert.equal(await pool.run('echo', 'goes on'), 'goes on')
})
