import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { whyFailed } from './verdict.js'

/**
 * @param {() => void} run
 * @returns {any} as node:test tells of what `run` throws
 */
function failureOf(run) {
  try {
    run()
  } catch (cause) {
    const about = { cause, failureType: 'testCodeFailure' }
    return Object.assign(new Error('of the runner'), about)
  }
  throw new Error('it throws nothing')
}

test('a test that passed has no reason', () => {
  assert.deepEqual(whyFailed(undefined, inspect), {
    failureType: null,
    code: null,
    message: null,
    generated: true,
    got: null,
    expected: null,
    stack: null,
  })
})

test('of a comparison, both values are told', () => {
  const error = failureOf(() => assert.deepEqual([1, 'a'], [2]))
  const { message, stack, ...rest } = whyFailed(error, inspect)
  assert.match(String(message), /^Expected values to be strictly deep-equal/)
  assert.equal(stack, error.cause.stack)
  assert.deepEqual(rest, {
    failureType: 'testCodeFailure',
    code: 'ERR_ASSERTION',
    generated: true,
    got: "[ 1, 'a' ]",
    expected: '[ 2 ]',
  })
})

test('a message of the author is told from one of Node', () => {
  const error = failureOf(() => assert.equal(1, 2, 'one is not two'))
  const { message, generated } = whyFailed(error, inspect)
  // Some versions of Node.js add the values.
  assert.match(String(message), /^one is not two(\n|$)/)
  assert.equal(generated, false)
})

test('where nothing is compared there are no values', () => {
  const error = failureOf(() => assert.match('a', /b/))
  const { got, expected } = whyFailed(error, inspect)
  assert.deepEqual([got, expected], [null, null])
})

test('without a cause the message of the runner stands', () => {
  const error = Object.assign(new Error('it timed out'), {
    failureType: 'testTimeoutFailure',
  })
  const { failureType, message, stack } = whyFailed(error, inspect)
  assert.deepEqual(
    [failureType, message, stack],
    ['testTimeoutFailure', 'it timed out', null],
  )
})
