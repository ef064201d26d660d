import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openPool } from './pools.js'
import { within } from './support.js'

const module = new URL('apps/hostile.js', import.meta.url)
const QUICK = { module, restartDelay: 1, maxRestartDelay: 1 }

/** @param {Promise<unknown>} promise */
const soon = (promise) => within(promise, 'an answer', 20_000)

for (const how of ['fail', 'failLater']) {
  test(`an error that can't be read fails its own task (${how})`, async (t) => {
    const pool = openPool(t, QUICK)
    for (const name of ['stack', 'own', 'message', 'bare', 'proxy', 'cycle']) {
      const error = await soon(
        pool.run(how, name).then(
          () => assert.fail('it should fail'),
          (/** @type {unknown} */ error) => error,
        ),
      )
      assert.ok(error instanceof Error, name)
    }
    assert.equal(pool.stats().crashes, 0)
  })
}

test('a promise that is none fails its own task', async (t) => {
  const pool = openPool(t, QUICK)
  await assert.rejects(soon(pool.run('oddThen')), { message: 'no then' })
  assert.equal(await soon(pool.run('echo', 'goes on')), 'goes on')
})

test('what one task cannot give away, others can', async (t) => {
  const pool = openPool(t, QUICK)
  const all = ['bytes', 'fails', 'giveNothing', 'bytes', 'echo']
  const results = await Promise.allSettled(all.map((name) => pool.run(name)))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.equal(pool.stats().crashes, 0)
})

test('a task may post what it likes, and nobody hears it', async (t) => {
  const pool = openPool(t, QUICK)
  for (const message of [null, undefined, 'ready', 5, {}, [], ['a', 1, 2]]) {
    assert.equal(await soon(pool.run('post', message)), 'posted')
  }
  assert.equal(await soon(pool.run('echo', 'goes on')), 'goes on')
  assert.ok(pool.stats().runTime > 0)
})

test('what a task posts is never taken for an answer', async (t) => {
  const pool = openPool(t, QUICK)
  for (const message of [{ result: 'forged' }, { failure: {} }, 'ready']) {
    assert.equal(await soon(pool.run('post', message)), 'posted')
  }
})

test('a result that cannot be read here fails its task', async (t) => {
  // The thread has a larger stack than we have, and can write it.
  const pool = openPool(t, { ...QUICK, resourceLimits: { stackSizeMb: 32 } })
  await assert.rejects(soon(pool.run('deep', 30_000)))
  assert.equal(await soon(pool.run('echo', 'goes on')), 'goes on')
  assert.equal(pool.stats().crashes, 0)
})

test('a value that no thread can take fails, and others pass', async (t) => {
  // We have a larger stack than the thread, and can write it.
  const resourceLimits = { stackSizeMb: 0.5 }
  const pool = openPool(t, { ...QUICK, resourceLimits })
  /** @type {unknown[]} */
  let deep = []
  for (let i = 0; i < 3000; i++) deep = [deep]
  const lost = pool.run('count', deep)
  const other = pool.run('echo', 'goes on')
  await assert.rejects(soon(lost), { code: 'ERR_VELOCY_POOL_CRASHED' })
  assert.equal(await soon(other), 'goes on')
  assert.equal(pool.stats().crashes, 1)
})

test('where no thread may be started, a task hears it', async () => {
  const program = fileURLToPath(new URL('apps/ending.js', import.meta.url))
  const args = ['--permission', '--allow-fs-read=*', program, 'forbidden']
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [output] = await within(
    Promise.all([text(child.stdout), once(child, 'exit')]),
    'the program to end by itself',
    20_000,
  )
  assert.equal(output, 'ERR_ACCESS_DENIED\nclosed\n')
})
