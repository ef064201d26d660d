import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { checkOptions, integer } = await library('lib/common/options.js')

const known = { limit: integer(0, 10), maxSize: integer(1, 100) }

/** @param {unknown} options */
const check = (options) => checkOptions('Thing', options, known)

test('an option that is mistyped is refused, with the one that was meant', () => {
  assert.throws(() => check({ limits: 10 }), {
    code: 'ERR_VELOCY_BAD_OPTION',
    message:
      "Thing: got an option 'limits', expected one of limit, maxSize. " +
      'Did you mean limit?',
  })
  assert.throws(() => check({ max_size: 1 }), /Did you mean maxSize\?$/)
  assert.throws(() => check({ MAX_SIZE: 1 }), /Did you mean maxSize\?$/)
  assert.throws(() => check({ colour: 1 }), /expected one of [^?]*maxSize$/)
})
