import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from '../library.js'

const { NO_PARAMS, Route } = await library('lib/router/route.js')
const { checkHandler, checkMethod, checkPath, conflict } = await library(
  'lib/router/checks.js',
)

const handler = () => {}

test('a route, its match and its parameters cannot be changed', () => {
  const route = new Route('GET', '/hey', handler)
  assert.equal(String(route), 'GET /hey')
  assert.deepEqual(route.match, { handler, params: NO_PARAMS, route })
  for (const shared of [route, route.match, NO_PARAMS]) {
    assert.ok(Object.isFrozen(shared))
  }
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

test('the checks let routes through, and say what they expected', () => {
  const methods = new Set(['GET', 'DELETE'])
  checkMethod('GET', methods)
  checkMethod('*', methods)
  checkPath('/hey')
  checkHandler(handler, 'GET', '/hey')
  assert.throws(() => checkMethod('DELTE', methods), {
    code: 'ERR_VELOCY_BAD_METHOD',
    message: /such as "DELETE"/,
  })
  for (const path of ['hey', '', '/hey?x=1', '/hey#top', undefined]) {
    assert.throws(() => checkPath(path), { code: 'ERR_VELOCY_BAD_PATTERN' })
  }
  assert.throws(() => checkHandler(undefined, 'GET', '/hey'), {
    code: 'ERR_VELOCY_BAD_HANDLER',
  })
})

test('a conflict names both routes', () => {
  const added = new Route('GET', '/hey', handler)
  const { code, message } = conflict(added, new Route('*', '/hey', handler))
  assert.equal(code, 'ERR_VELOCY_ROUTE_CONFLICT')
  assert.match(message, /^GET \/hey conflicts with \* \/hey/)
})
