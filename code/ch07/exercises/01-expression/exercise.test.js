import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { expressionOf } = await import(new URL(file, import.meta.url).href)

/** @param {string} pattern @param {string} path */
const match = (pattern, path) => {
  const found = expressionOf(pattern).exec(path)
  return found && { ...found.groups }
}

test('parameters have their names', () => {
  assert.deepEqual(match('/users/:id', '/users/42'), { id: '42' })
  assert.deepEqual(match('/:a/x/:b', '/1/x/2'), { a: '1', b: '2' })
})

test('a parameter is one segment', () => {
  assert.equal(match('/users/:id', '/users/42/posts'), null)
  assert.equal(match('/users/:id', '/users/'), null)
  assert.deepEqual(match('/:a/:b', '/1/2'), { a: '1', b: '2' })
})

test('a match begins where the path begins', () => {
  assert.equal(match('/users', '/all/users'), null)
  assert.equal(match('/users/:id', '/admin/users/42'), null)
})

test('a match ends where the path ends', () => {
  assert.equal(match('/users', '/users/42'), null)
  assert.equal(match('/report', '/reports'), null)
})

test('text is text', () => {
  assert.deepEqual(match('/report.pdf', '/report.pdf'), {})
  assert.equal(match('/report.pdf', '/report_pdf'), null)
  assert.deepEqual(match('/a+b/(c)/:id', '/a+b/(c)/1'), { id: '1' })
  assert.equal(match('/a+b', '/aab'), null)
})
