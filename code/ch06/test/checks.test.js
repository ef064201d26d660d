import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { checkHandler, checkMethod, conflict } = await library(
  'lib/router/checks.js',
)
const { NO_PARAMS } = await library('lib/router/route.js')

test('a method that is known, or *, passes the check', () => {
  const known = new Set(['GET', 'DELETE'])
  checkMethod('GET', known)
  checkMethod('*', known)
  assert.throws(() => checkMethod('DELETES', known), {
    code: 'ERR_VELOCY_BAD_METHOD',
    message: /such as "GET"/,
  })
})

test('a handler has to be a function', () => {
  checkHandler(() => {}, 'GET', '/hey')
  assert.throws(() => checkHandler(undefined, 'GET', '/hey'), {
    code: 'ERR_VELOCY_BAD_HANDLER',
    message: /GET \/hey: got undefined/,
  })
})

test('a conflict names both routes', () => {
  const { code, message } = conflict('GET /hey', 'GET /:word')
  assert.equal(code, 'ERR_VELOCY_ROUTE_CONFLICT')
  assert.match(message, /^GET \/hey conflicts with GET \/:word/)
})

test('the parameters of a route without any are empty, and stay so', () => {
  assert.ok(Object.isFrozen(NO_PARAMS))
  assert.equal(NO_PARAMS.constructor, undefined)
})
