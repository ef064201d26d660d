import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addressOf, library } from '../library.js'

const { startMachine, stopAll } = await library('steps/machines.js')

const skip = process.env.DATABASE_URL ? false : 'DATABASE_URL is not set'

/** @type {any} */
let kudu
/** @type {any} */
let store

before(async () => {
  if (skip) return
  store = await library('steps/06-store.js')
  await store.open()
  kudu = await startMachine(
    'kudu',
    fileURLToPath(addressOf('steps/06-once.js')),
  )
})
after(async () => {
  stopAll()
  await store?.pool.close()
})

const newKey = () => `"${randomUUID()}"`

/** @param {string | undefined} key @param {string} [telescope] */
async function book(key, telescope = 'dome') {
  const url = `${kudu.url}/bookings/${telescope}`
  /** @type {Record<string, string>} */
  const headers = key ? { 'idempotency-key': key } : {}
  return (await fetch(url, { method: 'POST', headers })).status
}

test('five requests with one key at once book two seats', {
  skip,
}, async () => {
  await store.open()
  const key = newKey()
  const asked = Array.from({ length: 5 }, () => book(key))
  assert.deepEqual(await Promise.all(asked), [201, 201, 201, 201, 201])
  assert.equal(await store.sold(), '2 seats are sold')
})

test('a key belongs to one booking', { skip }, async () => {
  await store.open()
  const key = newKey()
  assert.equal(await book(key), 201)
  assert.equal(await book(key, 'north'), 422)
})

test('without a key, or with an odd one, nothing is booked', {
  skip,
}, async () => {
  await store.open()
  for (const key of [undefined, 'a', '"short"', randomUUID()]) {
    assert.equal(await book(key), 400)
  }
  assert.equal(await store.sold(), '0 seats are sold')
})

test('a booking that finds no seats leaves its key free', {
  skip,
}, async () => {
  await store.open()
  const query = (/** @type {string} */ text) =>
    store.pool.use((/** @type {any} */ client) => client.query(text))
  await query('UPDATE telescopes SET free = 0')
  const key = newKey()
  assert.equal(await book(key), 409)
  await query('UPDATE telescopes SET free = 2')
  assert.equal(await book(key), 201)
})
