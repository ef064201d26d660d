import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { createServer, Router } from '../../lib/index.js'

const file = process.env.EXERCISE ?? './exercise.js'
const { coalesce } = await import(new URL(file, import.meta.url).href)

/** @type {import('node:http').Server[]} */
const servers = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/**
 * A server with routes of its own.
 *
 * @param {(router: any) => void} addRoutes
 * @param {object} [options] of the router
 */
async function serve(addRoutes, options) {
  const router = new Router(options)
  addRoutes(router)
  const server = createServer(router).listen(0)
  servers.push(server)
  await once(server, 'listening')
  const { port } = /** @type {any} */ (server.address())
  return (/** @type {string} */ path, method = 'GET') =>
    fetch(`http://localhost:${port}${path}`, { method })
}

/**
 * A server whose handler waits until it is told to answer.
 *
 * @param {(call: number, req: any, res: any) => unknown} answer
 */
async function waiting(answer) {
  const state = { calls: 0, arrived: 0, go: () => {} }
  /** @type {Promise<void>} */
  let gate
  const close = () => {
    gate = new Promise((resolve) => {
      state.go = resolve
    })
  }
  close()
  const ask = await serve(
    (router) => {
      router.use(() => {
        state.arrived++
      })
      router.use(coalesce())
      router.all(
        '/*rest',
        async (/** @type {any} */ req, /** @type {any} */ res) => {
          const call = ++state.calls
          await gate
          return answer(call, req, res)
        },
      )
    },
    { onError() {} },
  )
  /** Waits for as many requests, and lets the handler answer. */
  const arrive = async (/** @type {number} */ count) => {
    while (state.arrived < count) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    state.go()
  }
  return { ask, arrive, close, state }
}

test('those that ask at the same time get one answer', async () => {
  const { ask, arrive, state } = await waiting((call) => ({ call }))
  const answers = [ask('/a'), ask('/a'), ask('/a')]
  await arrive(3)
  for (const answer of await Promise.all(answers)) {
    assert.deepEqual(await answer.json(), { call: 1 })
  }
  assert.equal(state.calls, 1)
})

test('who asks later gets a new answer', async () => {
  const { ask, arrive, close } = await waiting((call) => ({ call }))
  const first = ask('/a')
  await arrive(1)
  assert.deepEqual(await (await first).json(), { call: 1 })
  close()
  const second = ask('/a')
  await arrive(2)
  assert.deepEqual(await (await second).json(), { call: 2 })
})

test('another target, or another method, is another matter', async () => {
  const { ask, arrive, state } = await waiting((call) => ({ call }))
  const answers = [ask('/a'), ask('/a?x=1'), ask('/b'), ask('/a', 'POST'), ask('/a', 'POST')] // biome-ignore format: one line
  await arrive(5)
  await Promise.all(answers)
  assert.equal(state.calls, 5)
})

test('the status is shared, too', async () => {
  const { ask, arrive } = await waiting((_call, _req, res) => {
    res.statusCode = 202
    return 'made'
  })
  const answers = [ask('/a'), ask('/a')]
  await arrive(2)
  for (const answer of await Promise.all(answers)) {
    assert.deepEqual([answer.status, await answer.text()], [202, 'made'])
  }
})

test('an error is shared, and then forgotten', async () => {
  const { ask, arrive, close, state } = await waiting((call) => {
    if (call === 1) throw new Error('fails')
    return 'done'
  })
  const answers = [ask('/a'), ask('/a')]
  await arrive(2)
  for (const { status } of await Promise.all(answers)) assert.equal(status, 500)
  assert.equal(state.calls, 1)
  close()
  const later = ask('/a')
  await arrive(3)
  assert.equal(await (await later).text(), 'done')
})

test('an answer that is sent with res is sent to each', async () => {
  const { ask, arrive, state } = await waiting((call, _req, res) =>
    res.json({ call }),
  )
  const answers = [ask('/a'), ask('/a'), ask('/a')]
  await arrive(3)
  const bodies = []
  for (const answer of await Promise.all(answers)) {
    const { call } = /** @type {any} */ (await answer.json())
    bodies.push(call)
  }
  assert.deepEqual(bodies.sort(), [1, 2, 3])
  assert.equal(state.calls, 3)
})
