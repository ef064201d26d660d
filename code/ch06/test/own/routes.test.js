import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from '../library.js'

const { checkPath } = await library('lib/router/checks.js')
const { NO_PARAMS, Route } = await library('lib/router/route.js')

const handler = () => {}

test('a route and its match cannot be changed', () => {
  const route = new Route('GET', '/hey', handler)
  assert.equal(String(route), 'GET /hey')
  assert.deepEqual(route.match, { handler, params: NO_PARAMS, route })
  assert.ok(Object.isFrozen(route))
  assert.ok(Object.isFrozen(route.match))
})

test('a route ranks highest for its own method', () => {
  const ranks = (/** @type {string} */ method) =>
    ['GET', 'HEAD', 'POST'].map((other) =>
      new Route(method, '/hey', handler).rankFor(other),
    )
  assert.deepEqual(ranks('GET'), [3, 2, 0])
  assert.deepEqual(ranks('HEAD'), [0, 3, 0])
  assert.deepEqual(ranks('*'), [1, 1, 1])
})

test('a path begins with a slash, and ends before the query', () => {
  checkPath('/hey')
  for (const path of ['hey', '', '/hey?x=1', '/hey#top', undefined]) {
    assert.throws(() => checkPath(path), { code: 'ERR_VELOCY_BAD_PATTERN' })
  }
})
