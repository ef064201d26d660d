import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import querystring from 'node:querystring'
import { getHeapStatistics } from 'node:v8'
import { parseQuery } from '../lib/http/query.js'

const contenders =
  process.env.CONTENDERS ?? path.join(import.meta.dirname, '../../contenders')
const require = createRequire(path.join(contenders, 'querystring/package.json'))

/** How many queries of each kind there are, no two of them the same. */
const COUNT = 1000

/** How often all of them are read to count the bytes that this allocates. */
const RUNS = 50

/**
 * What a server is asked. Each kind makes the query with a number in it, so
 * that nobody meets a string that it has seen.
 *
 * @type {Record<string, (i: number) => string>}
 */
const kinds = {
  one: (i) => `id=${i}`,
  search: (i) => `q=red+shoes&page=${i}&sort=price&dir=asc`,
  escaped: (i) => `name=jo%C3%A3o+${i}&city=S%C3%A3o%20Paulo`,
  form: (i) =>
    Array.from({ length: 20 }, (_, n) => `field${n}=value${i}`).join('&'),
  keys: (i) => `a${i}=1&b${i}=2&c${i}=3`,
}

/**
 * The same parser, with the objects that `Object.create(null)` makes.
 *
 * @returns {Promise<typeof parseQuery>}
 */
async function withDictionaries() {
  const library = new URL('../lib/', import.meta.url)
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
 * @param {string[]} texts
 * @param {number} duration ms
 */
function time(parse, texts, duration) {
  let found = 0
  let count = 0
  const start = performance.now()
  let now = start
  while (now - start < duration) {
    for (const text of texts) if (readOne(parse(text)) !== 0) found++
    count += texts.length
    now = performance.now()
  }
  assert.equal(found, count)
  return ((now - start) * 1e6) / count
}

/**
 * @param {(text: string) => unknown} parse
 * @param {string[]} texts
 */
function allocated(parse, texts) {
  const allocatedBytes = () =>
    /** @type {any} */ (getHeapStatistics()).total_allocated_bytes
  const before = allocatedBytes()
  for (let run = 0; run < RUNS; run++) {
    for (const text of texts) readOne(parse(text))
  }
  return (allocatedBytes() - before) / (RUNS * texts.length)
}

/** @param {string} name of a parser */
function measure(name) {
  const parse = parsers[name]
  if (!parse) {
    const names = Object.keys(parsers).join(', ')
    throw new Error(`got ${name}, expected one of ${names}`)
  }
  const duration = 1000 * Number(process.env.DURATION ?? 2)
  const share = duration / Object.keys(kinds).length
  /** @type {Record<string, number>} */
  const figures = {}
  for (const [kind, make] of Object.entries(kinds)) {
    const texts = Array.from({ length: COUNT }, (_, i) => make(i))
    for (const text of texts.slice(0, 10)) {
      assert.deepEqual(listsOf(parse(text)), listsOf(parsers.platform(text)))
    }
    time(parse, texts, share / 4)
    figures[`ns.query-${kind}`] = time(parse, texts, share)
    figures[`alloc.query-${kind}`] = allocated(parse, texts)
  }
  return figures
}

console.log(JSON.stringify(measure(process.argv[2])))
