import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charactersIn, cutTest } from './test-event.js'

const whole = {
  type: 'fail',
  name: 'adds',
  file: '/velocy/a.test.js',
  nesting: 1,
  isSuite: false,
  skipped: false,
  todo: true,
  failureType: 'testTimeout',
  code: 'ERR_ASSERTION',
  message: 'no',
  generated: true,
  got: '1',
  expected: '2',
  stack: 'Error: no',
}

test('what a test says is kept', () => {
  assert.deepEqual(cutTest(whole), whole)
  const texts = Object.values(whole).filter(
    (value) => typeof value === 'string',
  )
  // All but its type.
  assert.equal(charactersIn(whole), texts.join('').length - 'fail'.length)
})

test('all that is long is cut, and counted', () => {
  const fields = Object.entries(whole).filter(
    ([name, value]) => name !== 'type' && typeof value === 'string',
  )
  for (const [name] of fields) {
    const event = { ...whole, [name]: 'x'.repeat(50_000) }
    const length = /** @type {any} */ (cutTest(event))[name].length
    assert.ok(length <= 10_000, `${name} has ${length} characters`)
    assert.ok(charactersIn(event) >= 50_000, name)
  }
})

test('what is no test becomes one that says nothing', () => {
  assert.deepEqual(
    cutTest({ type: 'pass', name: 1, nesting: 'deep', stack: {}, todo: 'x' }),
    {
      type: 'pass',
      name: '',
      file: null,
      nesting: 0,
      isSuite: false,
      skipped: false,
      todo: false,
      failureType: null,
      code: null,
      message: null,
      generated: false,
      got: null,
      expected: null,
      stack: null,
    },
  )
  assert.equal(charactersIn({ name: 1, message: null }), 0)
})
