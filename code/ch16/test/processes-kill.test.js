import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { endOf, poolOf, spawners, until } from './processes-support.js'
import { within } from './support.js'

const pool = poolOf({ size: 4 })
const both = Object.entries(spawners(pool))

/** @param {any} child */
function eventsOf(child) {
  /** @type {unknown[]} */
  const events = []
  for (const event of ['exit', 'close']) {
    child.on(event, (/** @type {unknown[]} */ ...rest) =>
      events.push([event, ...rest]),
    )
  }
  child.on('error', (/** @type {any} */ error) =>
    events.push(['error', error.name, error.code, error.cause?.name]),
  )
  return events
}

for (const [name, spawn] of both) {
  for (const signal of /** @type {const} */ ([
    'SIGTERM',
    'SIGINT',
    'SIGKILL',
  ])) {
    test(`${name}: ${signal} ends a process that runs`, async () => {
      const child = spawn('sh', ['-c', 'echo up; exec sleep 60'])
      const events = eventsOf(child)
      await once(/** @type {any} */ (child.stdout), 'data')
      assert.equal(child.killed, false)
      assert.equal(child.kill(signal), true)
      assert.equal(child.killed, true)
      await within(endOf(child), 'its end')
      assert.deepEqual(events, [
        ['exit', null, signal],
        ['close', null, signal],
      ])
      assert.deepEqual([child.exitCode, child.signalCode], [null, signal])
      assert.equal(child.kill(), false)
    })
  }

  test(`${name}: a signal that comes at once is not too early`, async () => {
    for (let i = 0; i < 10; i++) {
      const child = spawn('sleep', ['60'])
      assert.equal(child.kill(), true)
      const [code, signal] = await within(endOf(child), 'its end')
      assert.deepEqual([code, signal], [null, 'SIGTERM'])
    }
  })

  test(`${name}: a process may live on after a signal`, async () => {
    const script =
      "trap 'echo got it; exit 3' TERM; echo up; while :; do sleep 0.05; done"
    const child = spawn('sh', ['-c', script])
    const stdout = /** @type {any} */ (child.stdout)
    const exited = once(child, 'exit')
    await once(stdout, 'data')
    child.kill()
    const [[text], [code, signal]] = await within(
      Promise.all([once(stdout, 'data'), exited]),
      'its answer',
    )
    assert.deepEqual([`${text}`, code, signal], ['got it\n', 3, null])
    stdout.destroy()
  })

  test(`${name}: an unknown signal is an error`, () => {
    const child = spawn('true')
    const error = { name: 'TypeError', code: 'ERR_UNKNOWN_SIGNAL' }
    assert.throws(() => child.kill(/** @type {any} */ ('SIGNONE')), error)
    assert.throws(() => child.kill(4711), error)
  })

  test(`${name}: a process is killed when its time is over`, async () => {
    const child = spawn('sleep', ['60'], { timeout: 50, killSignal: 9 })
    const [code, signal] = await within(endOf(child), 'its end')
    assert.deepEqual([code, signal, child.killed], [null, 'SIGKILL', true])
    const quick = spawn('true', [], { timeout: 60_000 })
    assert.deepEqual(await endOf(quick), [0, null])
  })

  test(`${name}: it may be aborted before it runs`, async () => {
    const signal = AbortSignal.abort()
    const child = spawn('sleep', ['60'], { signal })
    const events = eventsOf(child)
    await within(endOf(child), 'its end')
    assert.deepEqual(events, [
      ['error', 'AbortError', 'ABORT_ERR', 'AbortError'],
      ['exit', null, 'SIGTERM'],
      ['close', null, 'SIGTERM'],
    ])
  })

  test(`${name}: it may be aborted while it runs`, async () => {
    const controller = new AbortController()
    const { signal } = controller
    const child = spawn('sleep', ['60'], { signal, killSignal: 'SIGINT' })
    const events = eventsOf(child)
    await until(() => child.pid, 'its start')
    controller.abort(new RangeError('enough'))
    await within(endOf(child), 'its end')
    assert.deepEqual(events, [
      ['error', 'AbortError', 'ABORT_ERR', 'RangeError'],
      ['exit', null, 'SIGINT'],
      ['close', null, 'SIGINT'],
    ])
  })

  test(`${name}: aborted when it is over, it stays as it was`, async () => {
    const controller = new AbortController()
    const child = spawn('true', [], { signal: controller.signal })
    const events = eventsOf(child)
    await within(endOf(child), 'its end')
    controller.abort()
    assert.deepEqual(events, [
      ['exit', 0, null],
      ['close', 0, null],
    ])
  })
}

test('the pid is that of the process, once it runs', async () => {
  const child = pool.spawn('sh', ['-c', 'echo $$; read x'])
  const closed = endOf(child)
  const [line] = await once(/** @type {any} */ (child.stdout), 'data')
  assert.equal(child.pid, Number(line))
  child.stdin?.end()
  await closed
  assert.equal(child.pid, Number(line))
})

test('a signal reaches a process whose pid has not been read', async () => {
  const child = pool.spawn('sleep', ['60'], { stdio: 'ignore' })
  await until(() => child.pid, 'its pid')
  child.kill('SIGKILL')
  await until(() => child.signalCode, 'its end')
  assert.equal(child.signalCode, 'SIGKILL')
})

for (const [name, spawn] of both) {
  test(`${name}: output that nobody will read ends its writer`, async () => {
    const child = spawn('sh', ['-c', 'yes; exit 3'])
    child.stdout?.destroy()
    const [code] = await within(endOf(child), 'its end')
    assert.equal(code, 3)
  })

  test(`${name}: exit comes before close, even without output`, async () => {
    const child = spawn('sh', ['-c', 'exec >&- 2>&-; sleep 0.1; exit 3'])
    const events = eventsOf(child)
    child.stdout?.resume()
    child.stderr?.resume()
    await within(once(child, 'exit'), 'its exit')
    await until(() => events.length === 2, 'its end')
    assert.deepEqual(events, [
      ['exit', 3, null],
      ['close', 3, null],
    ])
  })
}

test('a program whose output is not read gets SIGPIPE', async () => {
  const child = pool.spawn('yes')
  const stdout = /** @type {any} */ (child.stdout)
  const closed = endOf(child)
  await once(stdout, 'data')
  stdout.destroy()
  assert.deepEqual(await within(closed, 'its end'), [null, 'SIGPIPE'])
})
