import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { BUSY, begin } from './cluster-clients.js'
import { ask, isRunning, moduleOf, startProgram } from './clusters.js'
import { OWN_HOST, request, within } from './support.js'

/** The second of its workers never becomes ready. */
const SLOW = moduleOf(`
  export default ({ id }) => {
    console.log(process.pid)
    return id === 2 ? new Promise(() => {}) : new Router()
  }`)

/**
 * A program with a cluster of two workers, in a process group of its own, as a
 * terminal starts it.
 *
 * @param {string} [options] of serve(), besides
 * @param {object} [also]
 * @param {string} [also.policy] who gives out connections
 * @param {string} [also.more] of the program, when the cluster is ready
 */
async function startGroup(options = '', { policy = 'rr', more = '' } = {}) {
  const child = startProgram(
    `const cluster = await serve(new URL(${JSON.stringify(BUSY.href)}), {
      port: 0, host: '${OWN_HOST}', workers: 2, ${options}
    })
    for (const name of ['ready', 'exit', 'reload', 'close']) {
      cluster.on(name, (event) => {
        console.log(JSON.stringify({ name, ...event, cause: undefined }))
      })
    }
    ${more}
    const pids = cluster.workers.map(({ pid }) => pid)
    console.log(JSON.stringify({ name: 'start', pids, url: cluster.url }))`,
    {
      detached: true,
      env: { ...process.env, NODE_CLUSTER_SCHED_POLICY: policy },
    },
  )
  /** @type {any[]} */
  const events = []
  const lines = createInterface(child.stdout)
  lines.on('line', (line) => events.push(JSON.parse(line)))
  const ended = once(child, 'exit')
  /** @param {(event: any) => boolean} isMeant */
  const event = async (isMeant) => {
    while (!events.some(isMeant)) {
      await within(once(lines, 'line'), () => `one of ${isMeant}`)
    }
    return events.find(isMeant)
  }
  const { pids, url } = await event(({ name }) => name === 'start')
  return {
    pid: child.pid ?? 0,
    pids,
    app: { host: OWN_HOST, port: Number(new URL(url).port) },
    event,
    events,
    ended: () => within(ended, 'the end of the program'),
  }
}

/** @param {number[]} pids */
async function gone(pids) {
  // They have told their ends by then; the system forgets them a bit later.
  for (let turns = 0; turns < 500 && pids.some(isRunning); turns++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  assert.deepEqual(pids.filter(isRunning), [])
}

for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
  test(`${signal} closes the cluster, and the program ends`, async () => {
    const { pid, pids, app, events, ended } = await startGroup()
    const { finish } = await begin(app)
    process.kill(pid, signal)
    assert.match((await finish()).text, /done$/)
    assert.deepEqual(await ended(), [0, null])
    assert.deepEqual(
      events.filter(({ name }) => name === 'exit').map(({ code }) => code),
      [0, 0],
    )
    await gone(pids)
    await assert.rejects(request(app, '/who'), { code: 'ECONNREFUSED' })
  })
}

test("a terminal's Ctrl-C reaches all, and cuts nothing", async () => {
  const { pid, pids, app, ended } = await startGroup()
  const { finish } = await begin(app)
  process.kill(-pid, 'SIGINT')
  assert.match((await finish()).text, /done$/)
  assert.deepEqual(await ended(), [0, null])
  await gone(pids)
})

test('SIGTERM to all neither', async () => {
  const { pid, pids, app, ended } = await startGroup()
  const { finish } = await begin(app)
  process.kill(-pid, 'SIGTERM')
  assert.match((await finish()).text, /done$/)
  assert.deepEqual(await ended(), [0, null])
  await gone(pids)
})

test('two SIGINTs at once are one Ctrl-C', async () => {
  const again = 'process.kill(process.pid, "SIGINT")'
  const more = `process.once('SIGINT', () => ${again})`
  const { pid, pids, app, ended } = await startGroup('', { more })
  const { finish } = await begin(app)
  process.kill(-pid, 'SIGINT')
  assert.match((await finish()).text, /done$/)
  assert.deepEqual(await ended(), [0, null])
  await gone(pids)
})

test('SIGINT once more, later, ends all at once', async () => {
  const { pid, pids, app, event, ended } = await startGroup()
  const { closed, answers } = await begin(app)
  process.kill(-pid, 'SIGINT')
  // The worker without a client has left: the primary has heard the first.
  await event(({ name }) => name === 'exit')
  await new Promise((resolve) => setTimeout(resolve, 600))
  process.kill(-pid, 'SIGINT')
  assert.deepEqual(await ended(), [130, null])
  await closed
  assert.deepEqual(answers(), [])
  await gone(pids)
})

test('SIGHUP to all reloads', async () => {
  const { pid, pids, app, event, ended } = await startGroup()
  process.kill(-pid, 'SIGHUP')
  const { replaced } = await event(({ name }) => name === 'reload')
  assert.equal(replaced, 2)
  await gone(pids)
  assert.equal((await ask(app, '/who')).generation, 1)
  process.kill(pid, 'SIGTERM')
  assert.deepEqual(await ended(), [0, null])
})

test('a cluster that is closed leaves signals to the program', async () => {
  const { pid, event, ended } = await startGroup(
    'drainTimeout: 1000 }); setInterval(() => {}, 1000); void ({',
  )
  process.kill(pid, 'SIGTERM')
  await event(({ name }) => name === 'close')
  process.kill(pid, 'SIGTERM')
  assert.deepEqual(await ended(), [null, 'SIGTERM'])
})

test('without `signals`, they are what the program makes of them', async () => {
  const { pid, pids, ended } = await startGroup('signals: false')
  process.kill(pid, 'SIGTERM')
  assert.deepEqual(await ended(), [null, 'SIGTERM'])
  await gone(pids)
})

for (const policy of ['rr', 'none']) {
  test(`${policy}: workers outlive their primary for what is under way`, async () => {
    const { pid, pids, app, ended } = await startGroup('', { policy })
    const clients = [await begin(app), await begin(app), await begin(app)]
    process.kill(pid, 'SIGKILL')
    // What the clients send after it comes to workers that know.
    await ended()
    for (const { pid, finish } of clients) {
      assert.equal((await finish()).text, `${pid} done`)
    }
    await gone(pids)
    await assert.rejects(request(app, '/who'), { code: 'ECONNREFUSED' })
  })
}

test('also when it had their output', async () => {
  const output = 'output: { write() {} }'
  const { pid, pids, app, ended } = await startGroup(output)
  const { pid: busy, finish } = await begin(app, '/say')
  process.kill(pid, 'SIGKILL')
  await ended()
  assert.equal((await finish()).text, `${busy} done`)
  await gone(pids)
})

test('but not for longer than a drain takes', async () => {
  const { pid, pids, app } = await startGroup('drainTimeout: 300')
  const { closed, answers } = await begin(app)
  process.kill(pid, 'SIGKILL')
  await closed
  assert.deepEqual(answers(), [])
  await gone(pids)
})

test('a primary that dies during a reload leaves nobody', async () => {
  const { pid, pids, event } = await startGroup()
  process.kill(pid, 'SIGHUP')
  const ready = await event(({ name }) => name === 'ready')
  process.kill(pid, 'SIGKILL')
  await gone([...pids, ready.pid])
})

for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
  test(`${signal} ends a cluster that is only starting`, async () => {
    const child = startProgram(`
      await serve(new URL(${JSON.stringify(SLOW.href)}), {
        port: 0, host: '${OWN_HOST}', workers: 2
      })`)
    const said = text(child.stderr)
    const ended = once(child, 'exit')
    /** @type {string[]} */
    const pids = []
    const lines = createInterface(child.stdout)
    lines.on('line', (line) => pids.push(line))
    while (pids.length < 2) await within(once(lines, 'line'), 'two workers')
    // It is not the time to reload anything.
    child.kill('SIGHUP')
    child.kill(signal)
    assert.deepEqual(await within(ended, 'the end'), [0, null])
    assert.equal(await said, '')
    await gone(pids.map(Number))
  })
}
