import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { VelocyError } = await library('lib/common/errors.js')

test('a client may be told what it is to blame for, and no more', () => {
  /** @type {[number | undefined, boolean][]} */
  const cases = [
    [400, true],
    [499, true],
    [500, false],
    [503, false],
    [undefined, false],
  ]
  for (const [status, expose] of cases) {
    const error = new VelocyError('ERR_VELOCY_TEST', 'a test', { status })
    assert.equal(error.expose, expose, `status ${status}`)
  }
  const told = { status: 503, expose: true }
  assert.equal(new VelocyError('ERR_VELOCY_TEST', 'a test', told).expose, true)
})

test('an error has a code, a name, and a cause only if there is one', () => {
  const cause = new Error('behind it')
  const error = new VelocyError('ERR_VELOCY_TEST', 'a test', { cause })
  assert.deepEqual(
    [error.name, error.code, error.message, error.cause],
    ['VelocyError', 'ERR_VELOCY_TEST', 'a test', cause],
  )
  assert.ok(!Object.hasOwn(new VelocyError('ERR_VELOCY_TEST', ''), 'cause'))
})
