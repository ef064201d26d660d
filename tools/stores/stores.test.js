// @nightly

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from 'redis'
import { root } from '../lib/paths.js'
import { patience, patienceInMs } from '../processes/pace.js'
import { postgres, redis } from './programs.js'
import { startStores, storeNames, whyNot } from './stores.js'

const absent = [redis(), postgres()].find(({ path }) => path === null)
const withBoth = { skip: absent?.reason ?? false }

/** How many seconds both may take until they answer, on an idle machine. */
const readyWithin = 5

/** @param {string} url @returns {Promise<boolean>} */
async function answers(url) {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Where these stores write, and no others. */
const place = mkdtempSync(path.join(os.tmpdir(), 'stores-'))
chmodSync(place, 0o755)
process.env.TMPDIR = place
after(() => rmSync(place, { recursive: true }))

const leftOver = () => readdirSync(place)

/** @param {() => boolean | Promise<boolean>} isSo */
async function eventually(isSo) {
  const end = performance.now() + patienceInMs(10)
  while (performance.now() < end && !(await isSo())) await delay(50)
  return isSo()
}

test('both are ready in seconds, hold nothing, and end', withBoth, async () => {
  const start = performance.now()
  const { env, missing, pids, stop } = await startStores(storeNames)
  try {
    assert.deepEqual(missing, {})
    const seconds = (performance.now() - start) / 1000
    assert.ok(seconds < patience(readyWithin), `took ${seconds.toFixed(1)} s`)
    const client = createClient({ url: env.REDIS_URL })
    await client.connect()
    assert.equal(await client.dbSize(), 0)
    client.destroy()
    const db = new pg.Client(env.DATABASE_URL)
    await db.connect()
    const text =
      'SELECT current_database() AS name, count(*)::int FROM pg_tables'
    const { rows } = await db.query(`${text} WHERE schemaname = 'public'`)
    assert.deepEqual(rows, [{ name: 'velocy', count: 0 }])
    await db.end()
    if (process.platform === 'linux') {
      for (const pid of pids) {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        assert.doesNotMatch(status, /^Uid:\t0\t/m)
      }
    }
  } finally {
    await stop()
  }
  assert.deepEqual(leftOver(), [])
  for (const url of Object.values(env)) assert.equal(await answers(url), false)
})

test('a store that has been stopped ends as well', withBoth, async () => {
  const { env, pids, stop } = await startStores(storeNames)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await stop()
  for (const url of Object.values(env)) assert.equal(await answers(url), false)
})

test(
  'a store that is killed is back, until it is stopped',
  withBoth,
  async () => {
    const { env, pids, stop } = await startStores(storeNames)
    const urls = Object.values(env)
    const isBack = async () =>
      !(await Promise.all(urls.map(answers))).includes(false)
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    assert.ok(await eventually(async () => !(await answers(urls[0]))))
    assert.ok(await eventually(isBack))
    await stop()
    for (const url of urls) assert.equal(await answers(url), false)
    assert.deepEqual(leftOver(), [])
  },
)

for (const signal of /** @type {const} */ (['SIGKILL', 'SIGINT'])) {
  test(`npm run stores leaves nothing after ${signal}`, withBoth, async () => {
    const child = spawn(process.execPath, ['tools/stores/cli.js'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    assert.ok(await eventually(() => output.includes('Ctrl-C ends')), output)
    const urls = [...output.matchAll(/^export \w+_URL=(.+)$/gm)].map(
      ([, url]) => url,
    )
    assert.equal(urls.length, 2)
    for (const url of urls) assert.equal(await answers(url), true)
    child.kill(signal)
    const isGone = async () =>
      leftOver().length === 0 &&
      !(await Promise.all(urls.map(answers))).includes(true)
    assert.ok(await eventually(isGone))
  })
}

test('one that is not there is named, with the reason', async (t) => {
  const before = { ...process.env }
  t.after(() => Object.assign(process.env, before))
  Object.assign(process.env, { REDIS: '/no/redis', POSTGRES: '/no/postgres' })
  const { env, missing, stop } = await startStores(storeNames)
  await stop()
  delete process.env.REDIS
  delete process.env.POSTGRES
  assert.deepEqual(env, {})
  assert.match(
    missing.redis ?? '',
    /^REDIS is \/no\/redis, no program that runs$/,
  )
  assert.match(missing.postgres ?? '', /^POSTGRES is \/no\/postgres, no/)
})

test('one that fails to start says what it printed', async (t) => {
  t.after(() => delete process.env.REDIS)
  process.env.REDIS = path.join(root, 'tools/stores/broken-redis.fixture.sh')
  const stores = await startStores(['redis'])
  await stores.stop()
  assert.match(stores.missing.redis ?? '', /fixture\.sh failed\nNo memory/)
  const line = whyNot(stores, ['postgres', 'redis'])
  assert.match(line, /fixture\.sh failed: No memory is left$/)
})
