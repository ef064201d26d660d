import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { METHODS, allowHeader, propertiesOf } = await library(
  'lib/http/methods.js',
)

test('what is safe is idempotent', () => {
  for (const [name, { safe, idempotent }] of METHODS) {
    assert.ok(!safe || idempotent, name)
  }
})

test('the methods of RFC 9110 §9.2', () => {
  /** @param {string} property */
  const having = (property) =>
    [...METHODS.keys()].filter((name) => METHODS.get(name)[property]).sort()
  assert.deepEqual(having('safe'), ['GET', 'HEAD', 'OPTIONS', 'TRACE'])
  assert.deepEqual(having('idempotent'), [
    'DELETE',
    'GET',
    'HEAD',
    'OPTIONS',
    'PUT',
    'TRACE',
  ])
})

test('of an unknown method nothing is assumed', () => {
  assert.equal(propertiesOf('BREW').safe, false)
  assert.equal(propertiesOf('get').safe, false)
})

test('Allow is sorted, GET brings HEAD, and OPTIONS is always there', () => {
  assert.equal(allowHeader([]), 'OPTIONS')
  assert.equal(allowHeader(['GET']), 'GET, HEAD, OPTIONS')
  assert.equal(
    allowHeader(['PUT', 'GET', 'DELETE', 'PUT']),
    'DELETE, GET, HEAD, OPTIONS, PUT',
  )
  assert.throws(() => allowHeader(['A, B']), {
    code: 'ERR_VELOCY_BAD_METHOD',
  })
})
