import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Table } = await import(new URL(file, import.meta.url).href)

/** @param {string[]} patterns */
function tableOf(...patterns) {
  const table = new Table()
  for (const pattern of patterns) table.add(pattern)
  return (/** @type {string} */ path) => table.find(path)
}

test('what has worked still does', () => {
  const find = tableOf('/users', '/users/me', '/users/:id', '/:a/:b/:c')
  assert.equal(find('/users')?.pattern, '/users')
  assert.equal(find('/users/me')?.pattern, '/users/me')
  assert.deepEqual(find('/users/42'), {
    pattern: '/users/:id',
    params: { id: '42' },
  })
  assert.deepEqual(find('/1/2/3')?.params, { a: '1', b: '2', c: '3' })
  assert.equal(find('/users/'), null)
  assert.equal(find('/nothing'), null)
})

test('/users/me/settings is of the user called me', () => {
  const find = tableOf('/users/me/posts', '/users/:id/settings')
  assert.equal(find('/users/me/posts')?.pattern, '/users/me/posts')
  assert.deepEqual(find('/users/me/settings'), {
    pattern: '/users/:id/settings',
    params: { id: 'me' },
  })
})

test('a path may be left at any depth', () => {
  const find = tableOf('/a/b/c/d', '/:w/b/c/e', '/a/:x/c/f', '/a/b/:y/g')
  assert.deepEqual(find('/a/b/c/e')?.params, { w: 'a' })
  assert.deepEqual(find('/a/b/c/f')?.params, { x: 'b' })
  assert.deepEqual(find('/a/b/c/g')?.params, { y: 'c' })
  assert.equal(find('/a/b/c/h'), null)
})

test('what a way has taken is given back when it is left', () => {
  const find = tableOf('/a/:b/:c/x', '/:a/b/:c/y')
  assert.deepEqual(find('/a/b/c/y'), {
    pattern: '/:a/b/:c/y',
    params: { a: 'a', c: 'c' },
  })
})
