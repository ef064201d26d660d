import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { preferredLanguage, preferredType } = await library(
  'lib/http/negotiation.js',
)

/** The example of RFC 9110 §12.5.1, with the table of its erratum 7138. */
const EXAMPLE =
  'text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed, ' +
  'text/plain;format=fixed;q=0.4, */*;q=0.5'
/** @type {[string, number][]} */
const QUALITIES = [
  ['text/plain;format=flowed', 1],
  ['text/plain', 0.7],
  ['text/html', 0.3],
  ['image/jpeg', 0.5],
  ['text/plain;format=fixed', 0.4],
  ['text/html;level=3', 0.3],
]

test('the qualities of the example in RFC 9110 §12.5.1', () => {
  for (const [a, qualityOfA] of QUALITIES) {
    for (const [b, qualityOfB] of QUALITIES) {
      const expected = qualityOfB > qualityOfA ? b : a
      assert.equal(preferredType(EXAMPLE, [a, b]), expected, `${a} or ${b}`)
    }
  }
})

/** @type {[string | undefined, string[], string | null][]} */
const TYPES = [
  [undefined, ['text/html', 'text/plain'], 'text/html'],
  ['', ['text/html'], 'text/html'],
  ['*/*', ['text/html', 'text/plain'], 'text/html'],
  ['audio/*; q=0.2, audio/basic', ['audio/mpeg', 'audio/basic'], 'audio/basic'],
  ['text/plain, text/html', ['text/html', 'text/plain'], 'text/html'],
  [
    'text/html;q=0.5, text/plain;q=0.5',
    ['a/b', 'text/plain', 'text/html'],
    'text/plain',
  ],
  ['TEXT/HTML', ['text/html'], 'text/html'],
  ['image/png', ['text/html'], null],
  // What is refused is refused, however much is allowed beside it.
  ['*/*, text/html;q=0', ['text/html', 'text/plain'], 'text/plain'],
  ['*/*, text/html;q=0', ['text/html'], null],
  ['text/html;q=0.000', ['text/html'], null],
  // The closest range decides, not the one with the highest quality.
  [
    'text/*, text/html;q=0.1, */*;q=0.5',
    ['text/html', 'image/png'],
    'image/png',
  ],
  // Parameters.
  ['text/html;level=1', ['text/html'], null],
  ['text/html', ['text/html; charset=utf-8'], 'text/html; charset=utf-8'],
  [
    'text/html;charset="UTF-8"',
    ['text/html; charset=utf-8'],
    'text/html; charset=utf-8',
  ],
  ['a/b;c="x,y";q=0.1, d/e', ['a/b;c="x,y"', 'd/e'], 'd/e'],
  // The weight counts wherever it stands.
  ['text/html;q=0.1;level=1, */*;q=0.5', ['text/html;level=1', 'a/b'], 'a/b'],
  // What is malformed is not there.
  [
    'text/html;q=2, text/plain;q=0.1',
    ['text/html', 'text/plain'],
    'text/plain',
  ],
  ['text/html;q=0.1234', ['a/b'], 'a/b'],
  ['a/b;c=";q=", d/e;q=0.1', ['d/e', 'a/b;c=";q="'], 'a/b;c=";q="'],
  // Older Java's HttpURLConnection sends `.2` and a bare `*`.
  [
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    ['application/json'],
    'application/json',
  ],
  ['a/b;q=.2, d/e;q=.25', ['a/b', 'd/e'], 'd/e'],
  ['*;q=.5, a/b', ['d/e', 'a/b'], 'a/b'],
  ['a/b;q=., d/e;q=0.1', ['a/b', 'd/e'], 'd/e'],
  ['text/html;q=-1, nonsense, */json', ['a/b'], 'a/b'],
]
for (const [field, offers, expected] of TYPES) {
  test(`Accept: ${field} of ${offers.join(', ')} is ${expected}`, () => {
    assert.equal(preferredType(field, offers), expected)
  })
}

/** @type {[string | undefined, string[], string | null][]} */
const LANGUAGES = [
  [undefined, ['en', 'pt-BR'], 'en'],
  ['da, en-gb;q=0.8, en;q=0.7', ['en', 'en-GB'], 'en-GB'],
  ['pt', ['en', 'pt-BR'], 'pt-BR'],
  ['PT-br', ['en', 'pt-BR'], 'pt-BR'],
  ['en-GB, pt;q=0.5', ['pt-BR', 'en'], 'en'],
  ['zh-Hant-TW', ['zh', 'zh-Hant'], 'zh'],
  ['pt-PT', ['en', 'pt-BR'], null],
  ['p', ['pt-BR'], null],
  ['*', ['en', 'pt-BR'], 'en'],
  ['*, en;q=0', ['en', 'pt-BR'], 'pt-BR'],
  ['en-GB;q=0, *', ['en'], 'en'],
  ['en;q=0.1, en-GB', ['en', 'en-GB', 'fr'], 'en-GB'],
  ['de', ['en'], null],
]
for (const [field, offers, expected] of LANGUAGES) {
  test(`Accept-Language: ${field} of ${offers.join(', ')} is ${expected}`, () => {
    assert.equal(preferredLanguage(field, offers), expected)
  })
}

/** The same numbers each time: a generator with a fixed beginning. */
function sequence(seed = 1) {
  let state = seed
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/**
 * Obviously right: of the ranges that match, that with the most slashes and
 * letters that are no stars.
 *
 * @param {[string, number][]} ranges
 * @param {string} offer
 */
function qualityOf(ranges, offer) {
  const [group] = offer.split('/')
  for (const range of [offer, `${group}/*`, '*/*']) {
    const found = ranges.filter(([name]) => name === range)
    if (found.length > 0) return Math.max(...found.map(([, q]) => q))
  }
  return 0
}

test('a thousand fields, against a slow and obvious choice', () => {
  const pick = sequence()
  const offers = ['a/x', 'a/y', 'b/x', 'b/y']
  const names = [...offers, 'a/*', 'b/*', '*/*', 'c/x']
  for (let round = 0; round < 1000; round++) {
    /** @type {[string, number][]} */
    const ranges = Array.from({ length: 1 + pick(5) }, () => [
      names[pick(names.length)],
      pick(11) / 10,
    ])
    const field = ranges
      .map(([name, q]) => (q === 1 ? name : `${name};q=${q}`))
      .join([',', ', ', ' ,\t'][pick(3)])
    const qualities = offers.map((offer) => qualityOf(ranges, offer))
    const highest = Math.max(...qualities)
    const expected = highest > 0 ? offers[qualities.indexOf(highest)] : null
    assert.equal(preferredType(field, offers), expected, field)
  }
})

test('whatever a field contains, an answer is an offer or null', () => {
  const pick = sequence(7)
  const pieces = [
    'a/x',
    '*/*',
    ';',
    ',',
    'q=',
    '0.5',
    '1',
    '"',
    '\\',
    ' ',
    '\t',
    '=',
    '*',
    '/',
    'é',
    'en',
  ]
  for (let round = 0; round < 2000; round++) {
    let field = ''
    for (let i = pick(20); i >= 0; i--) field += pieces[pick(pieces.length)]
    for (const prefer of [preferredType, preferredLanguage]) {
      const offers = ['a/x', 'b/y']
      const choice = prefer(field, offers)
      assert.ok([...offers, null].includes(choice), field)
    }
  }
})

test('an offer that is no media type is a mistake of ours', () => {
  for (const field of ['text/html', '', undefined]) {
    for (const offer of ['html', '', 5, null, ['text/html']]) {
      assert.throws(
        () => preferredType(field, /** @type {any} */ ([offer])),
        { code: 'ERR_VELOCY_BAD_MEDIA_TYPE' },
        `${field}: ${offer}`,
      )
    }
  }
})
