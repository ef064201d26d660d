import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Latest } = await import(new URL(file, import.meta.url).href)

/** A client that takes `room` texts before it's behind. */
class Phone {
  room = Number.POSITIVE_INFINITY
  /** @type {string[]} */
  got = []
  latest = new Latest((/** @type {string} */ text) => {
    assert.ok(this.room > 0, `${text} was sent to a client that is behind`)
    this.got.push(text)
    this.room--
    return this.room > 0
  })

  /** @param {number} room */
  reads(room) {
    this.room = room
    this.latest.drained()
  }
}

test('a client that keeps up gets everything', () => {
  const { latest, got } = new Phone()
  for (let i = 0; i < 3; i++) latest.send('Ligaya', `${i}`)
  assert.deepEqual(got, ['Ligaya: 0', 'Ligaya: 1', 'Ligaya: 2'])
  assert.equal(latest.waiting, 0)
})

test('nothing is sent to a client that is behind', () => {
  const phone = new Phone()
  phone.room = 1
  phone.latest.send('Ligaya', '1')
  phone.latest.send('Ligaya', '2')
  assert.deepEqual(phone.got, ['Ligaya: 1'])
})

test('afterwards it gets the latest position of each boat', () => {
  const phone = new Phone()
  phone.room = 1
  phone.latest.send('Ligaya', '1')
  for (let i = 2; i < 1000; i++) {
    phone.latest.send('Ligaya', `${i}`)
    phone.latest.send('Tala', `${i}`)
  }
  phone.reads(10)
  assert.deepEqual(phone.got.slice(1), ['Ligaya: 999', 'Tala: 999'])
  phone.latest.send('Ligaya', '1000')
  assert.equal(phone.got.at(-1), 'Ligaya: 1000')
})

test('only as many texts wait as there are boats', () => {
  const phone = new Phone()
  phone.room = 1
  for (let i = 0; i < 100; i++) phone.latest.send(`boat ${i % 3}`, `${i}`)
  assert.equal(phone.latest.waiting, 3)
})

test('a boat that waits keeps its turn, however often it moves', () => {
  const phone = new Phone()
  phone.room = 1
  phone.latest.send('Ligaya', '1')
  phone.latest.send('Tala', '1')
  phone.latest.send('Ligaya', '2')
  phone.latest.send('Tala', '2')
  phone.reads(10)
  assert.deepEqual(phone.got.slice(1), ['Tala: 2', 'Ligaya: 2'])
})

test('a client may fall behind again in the middle', () => {
  const phone = new Phone()
  phone.room = 1
  for (const boat of ['a', 'b', 'c', 'd']) phone.latest.send(boat, '1')
  phone.reads(2)
  assert.deepEqual(phone.got, ['a: 1', 'b: 1', 'c: 1'])
  assert.equal(phone.latest.waiting, 1)
  phone.latest.send('d', '2')
  phone.latest.send('b', '2')
  phone.reads(3)
  assert.deepEqual(phone.got.slice(3), ['d: 2', 'b: 2'])
  assert.equal(phone.latest.waiting, 0)
})
