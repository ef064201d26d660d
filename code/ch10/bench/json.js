import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parseJson } from '../lib/http/json.js'
import { random, received, timePerUse, word } from './fresh.js'

const contenders =
  process.env.CONTENDERS ?? path.join(import.meta.dirname, '../../contenders')
const require = createRequire(path.join(contenders, 'fastify/package.json'))
// No string, so that nobody looks for its types where it is not installed.
const library = ['secure', 'json', 'parse'].join('-')
const secure = require(library)

const product = () => ({
  id: random(1e9),
  product_name: `${word(6)} ${word(4)}`,
  price_in_cents: random(1e6),
  tags: [word(5), word(5)],
  is_available: random(2) === 1,
})

/** @param {number} count */
const products = (count) => Array.from({ length: count }, product)

/** As PHP writes it: each letter that is not ASCII is an escape. */
const escaped = () =>
  JSON.stringify(products(35)).replaceAll(/[v-z]/g, '\\u00e9\\u00e3')

/** Whatever looks like a key that is refused, where it is none. */
const hostile = () =>
  JSON.stringify(products(30)).replaceAll('product_name', '\\u0070roduct_name')

/**
 * What a server is sent: about 40 bytes, then 4 kB, and 400 kB.
 *
 * @type {Record<string, { make: () => string, batch: number }>}
 */
const kinds = {
  small: {
    make: () => JSON.stringify({ name: word(), id: random(1e9) }),
    batch: 1000,
  },
  middle: { make: () => JSON.stringify(products(35)), batch: 200 },
  large: { make: () => JSON.stringify(products(3500)), batch: 3 },
  escaped: { make: escaped, batch: 200 },
  hostile: { make: hostile, batch: 200 },
}

/** @type {Record<string, (text: string) => unknown>} */
const parsers = {
  velocy: parseJson,
  engine: (text) => JSON.parse(text),
  reviver: (text) =>
    JSON.parse(text, (key, value) => {
      if (key === '__proto__') throw new SyntaxError('a key of a prototype')
      return value
    }),
  secure: (text) => secure.parse(text),
}

/** @param {string} name of a parser */
function measure(name) {
  const parse = parsers[name]
  if (!parse) {
    const names = Object.keys(parsers).join(', ')
    throw new Error(`got ${name}, expected one of ${names}`)
  }
  const duration = Number(process.env.DURATION ?? 2)
  const share = duration / Object.keys(kinds).length
  /** @type {Record<string, number>} */
  const figures = {}
  for (const [kind, { make, batch }] of Object.entries(kinds)) {
    const text = make()
    assert.deepEqual(parse(text), JSON.parse(text))
    figures[`ns.json-${kind}`] = timePerUse(
      () => received(make()),
      (input) => parse(input),
      share,
      batch,
    )
  }
  return figures
}

console.log(JSON.stringify(measure(process.argv[2])))
