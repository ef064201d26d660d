import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import querystring from 'node:querystring'
import { getHeapStatistics } from 'node:v8'
import { parseQuery } from '../lib/http/query.js'
import { random, received, timePerUse, word } from './fresh.js'

const contenders =
  process.env.CONTENDERS ?? path.join(import.meta.dirname, '../../contenders')
const require = createRequire(path.join(contenders, 'querystring/package.json'))

/** How many queries are read to count the bytes that this allocates. */
const COUNT = 20_000

/** As long a query as fits into a request that Node.js takes. */
const LONGEST = 8000

/**
 * What a server is asked. No query comes twice, and of the last kind no key.
 *
 * @type {Record<string, () => string>}
 */
const kinds = {
  one: () => `id=${random(1e9)}`,
  search: () =>
    `q=${word(3)}+${word(5)}&page=${random(1e6)}&sort=price&dir=asc`,
  escaped: () => `name=jo%C3%A3o+${word()}&city=S%C3%A3o%20${word()}`,
  form: () =>
    Array.from({ length: 20 }, (_, n) => `field${n}=${word()}`).join('&'),
  keys: () => `${word()}=1&${word()}=2&${word()}=3`,
}

/**
 * What an attacker sends to keep a server busy: 8 kB, of which the first kind is
 * nothing but letters, and no more than it should cost.
 *
 * @type {Record<string, () => string>}
 */
const hostile = {
  letters: () => `q=${word(LONGEST)}`,
  pairs: () => repeat(() => `${word(3)}=&`),
  escapes: () => repeat(() => `%${(0x30 + random(10)).toString(16)}`),
  broken: () => repeat(() => `%f${random(10)}=%f${random(10)}&`),
}

/** @param {() => string} make */
function repeat(make) {
  const parts = []
  for (let length = 0; length < LONGEST; length += parts[0].length) {
    parts.push(make())
  }
  return parts.join('')
}

/**
 * The same parser, with the objects that `Object.create(null)` makes.
 *
 * @returns {Promise<typeof parseQuery>}
 */
async function withDictionaries() {
  const library = new URL('../lib/http/', import.meta.url)
  const ours = readFileSync(new URL('query.js', library), 'utf8')
  // A module of text has no folder that its imports could be relative to.
  const source = ours
    .replaceAll(/from '(.+)'/g, (_, name) => `from '${new URL(name, library)}'`)
    .replace('new Query()', 'Object.create(null)')
  assert.equal(source.split('Object.create(null)').length, 2)
  const module = await import(
    `data:text/javascript,${encodeURIComponent(source)}`
  )
  return module.parseQuery
}

/**
 * Each reads a query.
 *
 * @type {Record<string, (text: string) => unknown>}
 */
const parsers = {
  velocy: parseQuery,
  dictionary: await withDictionaries(),
  platform: (text) => new URLSearchParams(text),
  node: (text) => querystring.parse(text),
  fast: require('fast-querystring').parse,
}

/**
 * What a parser has read, in one form for all of them.
 *
 * @param {unknown} parsed
 */
function listsOf(parsed) {
  /** @type {Map<string, unknown[]>} */
  const lists = new Map()
  const pairs =
    parsed instanceof URLSearchParams
      ? [...parsed]
      : Object.entries(/** @type {object} */ (parsed))
  for (const [key, value] of pairs) {
    lists.set(key, [...(lists.get(key) ?? []), value].flat())
  }
  return lists
}

/**
 * A key of each query is read, so that no parser can put its work off.
 *
 * @param {unknown} parsed
 * @returns {unknown}
 */
const readOne = (parsed) =>
  parsed instanceof URLSearchParams
    ? parsed.get('id')
    : /** @type {Record<string, unknown>} */ (parsed).id

/**
 * @param {(text: string) => unknown} parse
 * @param {string} text
 */
function read(parse, text) {
  try {
    return readOne(parse(text)) !== 0
  } catch (error) {
    // To refuse a query is an answer, too.
    return /** @type {{ status?: number }} */ (error).status === 400
  }
}

/**
 * @param {(text: string) => unknown} parse
 * @param {() => string} make
 */
function allocated(parse, make) {
  const allocatedBytes = () =>
    /** @type {any} */ (getHeapStatistics()).total_allocated_bytes
  const texts = Array.from({ length: COUNT }, () => received(make()))
  const before = allocatedBytes()
  for (const text of texts) read(parse, text)
  return (allocatedBytes() - before) / COUNT
}

/** @param {string} name of a parser @param {string} what */
function measure(name, what) {
  const parse = parsers[name]
  if (!parse) {
    const names = Object.keys(parsers).join(', ')
    throw new Error(`got ${name}, expected one of ${names}`)
  }
  const duration = Number(process.env.DURATION ?? 2)
  /** @type {Record<string, number>} */
  const figures = {}
  if (what === 'hostile') {
    const share = duration / Object.keys(hostile).length
    for (const [kind, make] of Object.entries(hostile)) {
      const use = (/** @type {string} */ text) => read(parse, text)
      const fresh = () => received(make())
      figures[`ns.hostile-${kind}`] = timePerUse(fresh, use, share, 20)
    }
    return figures
  }
  const share = duration / Object.keys(kinds).length
  for (const [kind, make] of Object.entries(kinds)) {
    for (let i = 0; i < 10; i++) {
      const text = make()
      assert.deepEqual(listsOf(parse(text)), listsOf(parsers.platform(text)))
    }
    const use = (/** @type {string} */ text) => read(parse, text)
    figures[`ns.query-${kind}`] = timePerUse(() => received(make()), use, share)
    figures[`alloc.query-${kind}`] = allocated(parse, make)
  }
  return figures
}

const [parser, what] = process.argv.slice(2)
console.log(JSON.stringify(measure(parser, what)))
