import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { mayRepeat } = await import(new URL(file, import.meta.url).href)

const lost = { headers: {}, sent: true }
const KEY = { 'idempotency-key': '"f3a9"' }

test('a page whose answer was lost may be asked for again', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    assert.equal(mayRepeat({ ...lost, method }), true, method)
  }
})

test('what puts or deletes may be sent again, too', () => {
  for (const method of ['PUT', 'DELETE']) {
    assert.equal(mayRepeat({ ...lost, method }), true, method)
  }
})

test('a booking whose answer was lost may not', () => {
  assert.equal(mayRepeat({ ...lost, method: 'POST' }), false)
  assert.equal(mayRepeat({ ...lost, method: 'PATCH' }), false)
})

test('a method that nobody knows may do anything', () => {
  assert.equal(mayRepeat({ ...lost, method: 'BOOK' }), false)
  assert.equal(mayRepeat({ ...lost, method: 'get' }), false)
})

test('a booking that never left may be sent', () => {
  const attempt = { method: 'POST', headers: {}, sent: false }
  assert.equal(mayRepeat(attempt), true)
})

test('a booking with a key may be sent again', () => {
  assert.equal(mayRepeat({ ...lost, method: 'POST', headers: KEY }), true)
})

test('after 502, 503 and 504, another try may help', () => {
  for (const status of [502, 503, 504]) {
    assert.equal(mayRepeat({ ...lost, method: 'GET', status }), true)
    assert.equal(mayRepeat({ ...lost, method: 'POST', status }), false)
  }
})

test('an answer that will be the same is not asked for twice', () => {
  for (const status of [200, 201, 304, 400, 404, 422, 500, 501]) {
    for (const headers of [{}, KEY]) {
      const attempt = { ...lost, method: 'PUT', headers, status }
      assert.equal(mayRepeat(attempt), false, `${status}`)
    }
  }
})
