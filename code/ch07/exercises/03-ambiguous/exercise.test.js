import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { ambiguities } = await import(new URL(file, import.meta.url).href)

/** @param {string[]} patterns */
const pairs = (...patterns) =>
  ambiguities(patterns).map((/** @type {any} */ found) => found.patterns)

/** @param {string} pattern @param {string} path */
function matches(pattern, path) {
  const source = pattern.replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}$`).test(path)
}

test('each has a parameter where the other one has text', () => {
  assert.deepEqual(pairs('/users/:id', '/:kind/me'), [
    ['/users/:id', '/:kind/me'],
  ])
})

test('text is more specific than a parameter', () => {
  assert.deepEqual(pairs('/users/:id', '/users/me', '/:a/:b'), [])
  assert.deepEqual(pairs('/a/:x/c', '/a/b/c', '/:x/:y/c'), [])
})

test('patterns that share no path are no problem', () => {
  assert.deepEqual(pairs('/users/:id', '/:kind/me/posts'), [])
  assert.deepEqual(pairs('/users/:id/posts', '/:kind/me/photos'), [])
  assert.deepEqual(pairs('/a/b', '/a/c'), [])
})

test('the same shape is a conflict, and that is another matter', () => {
  assert.deepEqual(pairs('/users/:id', '/users/:name'), [])
})

test('the path is matched by both', () => {
  const patterns = ['/:a/b/:c/d', '/a/:b/:c/d', '/a/b/:c/:d', '/x/:y']
  const found = ambiguities(patterns)
  assert.deepEqual(
    found.map((/** @type {any} */ pair) => pair.patterns),
    [
      ['/:a/b/:c/d', '/a/:b/:c/d'],
      ['/:a/b/:c/d', '/a/b/:c/:d'],
      ['/a/:b/:c/d', '/a/b/:c/:d'],
    ],
  )
  for (const { patterns, path } of found) {
    for (const pattern of patterns) {
      assert.ok(matches(pattern, path), `${pattern} does not match ${path}`)
    }
  }
})
