import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { redact } = await import(new URL(file, import.meta.url).href)

/**
 * A failure to be told, not an error that ends the file.
 *
 * @param {string[]} paths
 * @param {object} fields
 */
function redacted(paths, fields) {
  let result
  assert.doesNotThrow(() => {
    result = redact(paths)(fields)
  })
  return result
}

test('the value at a path is hidden', () => {
  const fields = { user: { name: 'ana', password: 'x' }, id: 1 }
  assert.deepEqual(redacted(['user.password'], fields), {
    user: { name: 'ana', password: '[hidden]' },
    id: 1,
  })
})

test('what it was given stays as it is', () => {
  const fields = { user: { password: 'x' } }
  redacted(['user.password'], fields)
  assert.equal(fields.user.password, 'x')
  const frozen = Object.freeze({ token: 'x' })
  assert.deepEqual(redacted(['token'], frozen), { token: '[hidden]' })
})

test('a path that is not there changes nothing', () => {
  for (const fields of [{}, { user: null }, { user: 'ana' }, { user: {} }]) {
    assert.deepEqual(redacted(['user.password'], fields), fields)
  }
})

test('inherited names are not there', () => {
  assert.deepEqual(redacted(['toString', '__proto__.x'], {}), {})
})

test('a star is any name or index', () => {
  const fields = { cards: [{ number: 1 }, { number: 2, month: 5 }] }
  assert.deepEqual(redacted(['cards.*.number'], fields), {
    cards: [{ number: '[hidden]' }, { number: '[hidden]', month: 5 }],
  })
  const byName = { headers: { cookie: 'a', accept: 'b' } }
  assert.deepEqual(redacted(['headers.*'], byName), {
    headers: { cookie: '[hidden]', accept: '[hidden]' },
  })
})

test('several paths, one within the other', () => {
  const fields = { a: { b: 1, c: 2 }, d: 3 }
  assert.deepEqual(redacted(['a.b', 'd', 'a.c'], fields), {
    a: { b: '[hidden]', c: '[hidden]' },
    d: '[hidden]',
  })
  for (const paths of [
    ['a', 'a.b'],
    ['a.b', 'a'],
  ]) {
    assert.deepEqual(redacted(paths, fields), { a: '[hidden]', d: 3 })
  }
})

test('what is not on a path is shared, cycles and all', () => {
  /** @type {any} */
  const request = { id: 1 }
  request.self = request
  const result = /** @type {any} */ (
    redacted(['user.password'], { request, user: { password: 'x' } })
  )
  assert.equal(result.request, request)
  assert.equal(result.user.password, '[hidden]')
})
