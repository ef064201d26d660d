import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, test } from 'node:test'
import { root } from '../lib/paths.js'
import { constant, constantsOf } from './constants.js'
import { ListingError } from './listing.js'

/** @param {string} text @param {string} [name] */
const pairs = (text, name = 'a.js') =>
  constantsOf(text, name).map(({ path, value }) => [path, value])

describe('the constants of a program', () => {
  test('are numbers, and sums and products of them, by name', () => {
    assert.deepEqual(
      pairs(
        'const KIB = 1024\nexport const MOST = 16 * KIB\nconst OTHER = f(KIB)',
      ),
      [
        ['KIB', 1024],
        ['MOST', 16_384],
        ['OTHER.f', 1024],
      ],
    )
  })

  test('have the name of what they are in', () => {
    const program =
      'const DEFAULTS = { linger: 5 }\nfunction wait({ every = 50 }) {}\nclass A { #size = 2 }'
    assert.deepEqual(pairs(program), [
      ['DEFAULTS.linger', 5],
      ['wait.every', 50],
      ['A.#size', 2],
    ])
  })

  test('are given to functions, compared, and added to the time', () => {
    const program =
      'setTimeout(f, 200)\nif (lines.length < 64) go()\nconst end = Date.now() + 3'
    assert.deepEqual(pairs(program), [
      ['setTimeout', 200],
      ['length', 64],
      ['end.now', 3],
    ])
  })

  test('are the fields of a JSON file', () => {
    assert.deepEqual(pairs('{ "rate": 8000 }', 'a.bench.json'), [
      ['rate', 8000],
    ])
  })
})

// The constants of this file, which the tests below name.
const FIRST = { size: 1, every: 3 }
const SECOND = { size: 2, every: 3 }

describe('a constant that is named', () => {
  const folder = path.join(root, 'tools/book-model')
  const find = (/** @type {string} */ target) => constant(target, folder).value
  const refuses = (
    /** @type {string} */ target,
    /** @type {RegExp} */ reason,
  ) =>
    assert.throws(
      () => find(target),
      (error) => error instanceof ListingError && reason.test(error.message),
    )

  test('is found, with its owner where there are several', () => {
    assert.equal(find('constants.test.js#FIRST.size'), FIRST.size)
    assert.equal(find('constants.test.js#SECOND.size'), SECOND.size)
    assert.equal(find('constants.test.js#every'), 3)
    assert.equal(find('tools/book-model/constants.test.js#FIRST.size'), 1)
  })

  test('is refused when it may be one of two', () => {
    refuses(
      'constants.test.js#size',
      /FIRST\.size is 1, SECOND\.size is 2\. Write #OWNER\.NAME/,
    )
  })

  test('is refused when there is none', () => {
    refuses('constants.test.js#evry', /no number by the name "evry"$/)
    refuses('constant.test.js#every', /there is no file/)
    refuses('constants.test.js', /expected FILE#NAME/)
  })
})
