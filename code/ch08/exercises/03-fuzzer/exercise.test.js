import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { fuzz } = await import(new URL(file, import.meta.url).href)

const OPTIONS = { seed: 8, runs: 20_000 }

/**
 * Holds a parser to what URLSearchParams reads.
 *
 * @param {(text: string) => any} parse gives an object of arrays
 */
const checkOf = (parse) => (/** @type {string} */ text) => {
  /** @type {Record<string, string[]>} */
  const expected = Object.create(null)
  for (const [key, value] of new URLSearchParams(`&${text}`)) {
    expected[key] = [...(expected[key] ?? []), value]
  }
  const found = Object.entries(parse(text))
  assert.deepEqual(new Map(found), new Map(Object.entries(expected)))
}

/**
 * A parser that can be built with mistakes.
 *
 * @param {{ decode?: (text: string) => string, inherits?: boolean,
 *   splits?: boolean, decodesFirst?: boolean }} [mistakes]
 */
function parserWith(mistakes = {}) {
  const decode =
    mistakes.decode ?? ((text) => new URLSearchParams(`=${text}`).get('') ?? '')
  return (/** @type {string} */ text) => {
    /** @type {any} */
    const query = mistakes.inherits ? {} : Object.create(null)
    const source = mistakes.decodesFirst ? decode(text) : text
    for (const pair of source.split('&')) {
      if (pair === '') continue
      const [key, ...rest] = pair.split('=')
      const name = decode(key)
      const value = decode(mistakes.splits ? (rest[0] ?? '') : rest.join('='))
      if (Object.hasOwn(query, name)) query[name].push(value)
      else query[name] = [value]
    }
    return query
  }
}

const spaced = (/** @type {string} */ text) => text.replaceAll('+', ' ')

/** @type {Record<string, (text: string) => any>} */
const broken = {
  'dies of a percent sign': parserWith({
    decode: (text) => decodeURIComponent(spaced(text)),
  }),
  'dies of half a character': parserWith({
    decode: (text) =>
      decodeURIComponent(spaced(text).replace(/%(?![0-9a-f]{2})/gi, '%25')),
  }),
  'knows no plus': parserWith({
    decode: (text) =>
      new URLSearchParams(`=${text.replaceAll('+', '%2B')}`).get('') ?? '',
  }),
  'loses __proto__': parserWith({ inherits: true }),
  'cuts values at the second equals sign': parserWith({ splits: true }),
  'decodes before it splits': parserWith({ decodesFirst: true }),
}

for (const [name, parse] of Object.entries(broken)) {
  test(`it finds the parser that ${name}`, () => {
    const check = checkOf(parse)
    const found = fuzz(check, OPTIONS)
    assert.ok(found, 'nothing was found')
    assert.throws(() => check(found.text), 'the text that it found is harmless')
    assert.ok(found.error instanceof Error)
  })

  test(`it finds the shortest text for the parser that ${name}`, () => {
    const check = checkOf(parse)
    const found = fuzz(check, OPTIONS)
    assert.ok(found, 'nothing was found')
    for (let i = 0; i < found.text.length; i++) {
      const shorter = found.text.slice(0, i) + found.text.slice(i + 1)
      assert.doesNotThrow(
        () => check(shorter),
        `got "${found.text}"; "${shorter}" fails, too`,
      )
    }
  })
}

test('it finds nothing in a parser that is right', () => {
  assert.equal(fuzz(checkOf(parserWith()), { seed: 3, runs: 2000 }), null)
})

test('the same seed tries the same texts, another one others', () => {
  /** @param {number} seed */
  const textsOf = (seed) => {
    /** @type {string[]} */
    const texts = []
    fuzz((/** @type {string} */ text) => texts.push(text), { seed, runs: 50 })
    return texts
  }
  assert.equal(textsOf(1).length, 50)
  assert.deepEqual(textsOf(1), textsOf(1))
  assert.notDeepEqual(textsOf(1), textsOf(2))
})
