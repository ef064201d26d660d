import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { RateTable } from '../../lib/common/rate-table.js'
import { countIn } from '../../steps/08-count.js'
import { startMachine, stopAll } from '../../steps/machines.js'

const { REDIS_URL: url } = process.env
const skip = url ? false : 'REDIS_URL is not set'

after(stopAll)

const DESK = fileURLToPath(new URL('../../steps/08-desk.js', import.meta.url))

/** @param {import('node:test').TestContext} t */
async function connect(t) {
  const { createClient } = await import('redis')
  const client = await createClient({ url }).connect()
  t.after(() => client.destroy())
  return client
}

/**
 * A way to Redis that can be cut, or fall silent.
 *
 * @param {import('node:test').TestContext} t
 */
async function startRelay(t) {
  const { hostname, port } = new URL(String(url))
  /** @type {Set<net.Socket>} */
  const sockets = new Set()
  let isCut = false
  const server = net.createServer((near) => {
    if (isCut) return near.destroy()
    const far = net.connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('error', () => {}).on('close', () => to.destroy())
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  t.after(() => {
    cut()
    server.close()
  })
  const { port: own } = /** @type {net.AddressInfo} */ (server.address())
  return {
    url: `redis://127.0.0.1:${own}`,
    cut,
    /** Of the connections that there are; those made later work. */
    silence: () => {
      for (const socket of sockets) socket.removeAllListeners('data').resume()
    },
    mend: () => {
      isCut = false
    },
  }
}

/**
 * @param {import('node:test').TestContext} t
 * @param {string} name
 * @param {NodeJS.ProcessEnv} [env]
 */
async function startDesk(t, name, env) {
  const desk = await startMachine(name, DESK, env)
  t.after(() => desk.stop('SIGKILL'))
  return desk
}

/** @param {string} url @param {RequestInit} [options] */
async function ask(url, options) {
  const answer = await fetch(url, options)
  return { status: answer.status, text: await answer.text() }
}

/**
 * Listens to news, and waits for what they say.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} url
 */
async function listen(t, url) {
  const { body } = await fetch(`${url}/news`)
  assert.ok(body)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  t.after(() => reader.cancel().catch(() => {}))
  let heard = ''
  return async (/** @type {string} */ text) => {
    while (!heard.includes(`data: ${text}\n`)) {
      const { value, done } = await reader.read()
      assert.ok(!done, `The stream has ended: ${heard}`)
      heard += value
    }
    return heard
  }
}

/** Waits until something is so. @param {() => Promise<boolean>} isSo */
async function until(isSo) {
  while (!(await isSo())) await new Promise(setImmediate)
}

test('Redis counts as a table of our own does', { skip }, async (t) => {
  const redis = await connect(t)
  await redis.del('rate otto')
  const table = new RateTable(3, 3_600_000)
  const counter = countIn(redis)
  for (let i = 0; i < 5; i++) {
    const { wait, ...taken } = await counter.take('otto', 3, 3_600_000)
    const expected = table.take('otto')
    assert.deepEqual(taken, {
      isTaken: expected.isTaken,
      remaining: expected.remaining,
    })
    assert.ok(Math.abs(wait - expected.wait) < 60_000)
  }
  assert.ok((await redis.pTTL('rate otto')) <= 3_600_000)
})

test('of many guesses at once, only as many count as may', {
  skip,
}, async (t) => {
  const counters = [countIn(await connect(t)), countIn(await connect(t))]
  await (await connect(t)).del('rate eero')
  const guesses = Array.from({ length: 100 }, (_, i) =>
    counters[i % 2].take('eero', 7, 3_600_000),
  )
  const taken = (await Promise.all(guesses)).filter(({ isTaken }) => isTaken)
  assert.equal(taken.length, 7)
})

test('what is said while a machine has no Redis reaches it later', {
  skip,
}, async (t) => {
  const relay = await startRelay(t)
  const kudu = await startDesk(t, 'kudu', { REDIS_URL: relay.url })
  const oryx = await startDesk(t, 'oryx')
  const say = async (/** @type {string} */ text, desk = oryx) =>
    (await ask(`${desk.url}/news`, { method: 'POST', body: text })).status
  const heard = await listen(t, kudu.url)
  await until(async () => (await say('first')) === 200)
  await heard('first')
  relay.cut()
  await until(async () => (await say('nobody', kudu)) === 503)
  assert.equal(await say('second'), 200)
  relay.mend()
  await heard('second')
  await say('third')
  await heard('third')
})

test('a way to Redis that has fallen silent is left', { skip }, async (t) => {
  const relay = await startRelay(t)
  const kudu = await startDesk(t, 'kudu', { REDIS_URL: relay.url })
  const oryx = await startDesk(t, 'oryx')
  const say = async (/** @type {string} */ text) =>
    (await ask(`${oryx.url}/news`, { method: 'POST', body: text })).status
  const heard = await listen(t, kudu.url)
  await until(async () => (await say('loud')) === 200)
  await heard('loud')
  const login = { method: 'POST', body: '2214' }
  const { headers } = await fetch(`${kudu.url}/login/aino`, login)
  const cookie = String(headers.get('set-cookie')).split(';')[0]
  relay.silence()
  assert.equal(await say('silent'), 200)
  const me = () => ask(`${kudu.url}/me`, { headers: { cookie } })
  assert.equal((await me()).status, 503)
  await until(async () => (await me()).status === 200)
  await heard('silent')
})

test('without a cookie, nobody asks Redis', { skip }, async (t) => {
  const kudu = await startDesk(t, 'kudu', { REDIS_URL: 'redis://127.0.0.1:1' })
  assert.deepEqual(await ask(`${kudu.url}/me`), {
    status: 200,
    text: 'nobody\n',
  })
  const headers = { cookie: '__Host-session=abc' }
  assert.equal((await ask(`${kudu.url}/me`, { headers })).status, 503)
})
