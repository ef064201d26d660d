import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { giveBack, takeLease } from '../../steps/09-lease.js'
import { Machine } from '../../steps/machines.js'

const { REDIS_URL: url, DATABASE_URL } = process.env
const skipRedis = url ? false : 'REDIS_URL is not set'
const skip = skipRedis || (DATABASE_URL ? false : 'DATABASE_URL is not set')

/** @param {import('node:test').TestContext} t */
async function connect(t) {
  const { createClient } = await import('redis')
  const client = await createClient({ url }).connect()
  t.after(() => client.destroy())
  return client
}

/** @param {import('node:test').TestContext} t */
async function openDome(t) {
  const { default: pg } = await import('pg')
  const db = new pg.Client(DATABASE_URL)
  await db.connect()
  t.after(() => db.end())
  await db.query('DROP TABLE IF EXISTS dome')
  await db.query('CREATE TABLE dome AS SELECT 0 AS azimuth, 0 AS token')
  const redis = await connect(t)
  await redis.del(['lease dome', 'token dome'])
  return async () =>
    (await db.query('SELECT azimuth FROM dome')).rows[0].azimuth
}

/** @param {string} program @param {string} name @param {string} azimuth */
function start(program, name, azimuth) {
  const file = fileURLToPath(new URL(`../../steps/${program}`, import.meta.url))
  const command = [process.execPath, file, name, azimuth]
  return new Machine(name, command, {})
}

/**
 * One machine is paused while it thinks, and another turns the dome meanwhile.
 *
 * @param {string} program
 */
async function pauseOne(program) {
  const kudu = start(program, 'kudu', '41')
  await kudu.until(() => kudu.lines.length === 1)
  kudu.child.kill('SIGSTOP')
  const oryx = start(program, 'oryx', '63')
  await oryx.ended
  kudu.child.kill('SIGCONT')
  await kudu.ended
  return [kudu.lines.at(-1), oryx.lines.at(-1)]
}

test('one of many gets a lease, and the next a higher token', {
  skip: skipRedis,
}, async (t) => {
  const redis = await connect(t)
  await redis.del(['lease gate', 'token gate'])
  const ask = () => takeLease(redis, 'gate', 60_000)
  const tokens = await Promise.all(Array.from({ length: 20 }, ask))
  assert.deepEqual(tokens.filter(Boolean), [1])
  await giveBack(redis, 'gate', 1)
  assert.equal(await ask(), 2)
})

test("nobody gives back another's lease", { skip: skipRedis }, async (t) => {
  const redis = await connect(t)
  await redis.del(['lease gate', 'token gate'])
  assert.equal(await takeLease(redis, 'gate', 60_000), 1)
  await redis.del('lease gate')
  assert.equal(await takeLease(redis, 'gate', 60_000), 2)
  await giveBack(redis, 'gate', 1)
  assert.equal(await takeLease(redis, 'gate', 60_000), 0)
  assert.ok((await redis.pTTL('lease gate')) > 0)
})

test('a machine that was paused turns the dome with an old lease', {
  skip,
}, async (t) => {
  const look = await openDome(t)
  assert.deepEqual(await pauseOne('09-dome.js'), [
    'kudu is done, and the dome looks at 41°',
    'oryx is done, and the dome looks at 63°',
  ])
  assert.equal(await look(), 41)
})

test('with a token, it does not', { skip }, async (t) => {
  const look = await openDome(t)
  assert.deepEqual(await pauseOne('09-fenced.js'), [
    'kudu is done, and the dome looks at 63°',
    'oryx is done, and the dome looks at 63°',
  ])
  assert.equal(await look(), 63)
})

test('nor with a lock of the database', { skip }, async (t) => {
  const look = await openDome(t)
  assert.deepEqual(await pauseOne('09-locked.js'), [
    'kudu: terminating connection due to idle-in-transaction timeout',
    'oryx is done, and the dome looks at 63°',
  ])
  assert.equal(await look(), 63)
})
