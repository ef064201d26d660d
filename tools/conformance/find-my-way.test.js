/**
 * Velocy's newest router beside find-my-way: where the two differ is in a
 * table of chapter 09, each row of which is tried here, and everywhere else
 * they agree.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { newestVelocy } from '../bench/contenders.js'
import { codeDir, srcDir } from '../lib/paths.js'

const folder = newestVelocy()
if (!folder) throw new Error('no chapter has a router')
const library = pathToFileURL(path.join(folder, 'lib', 'index.js')).href
const { Router } = await import(library)
const routers = path.join(codeDir, 'contenders', 'routers', 'package.json')
const findMyWay = createRequire(routers)('find-my-way')

/**
 * @typedef {{ path: string, params: Record<string, string> } | null} Found
 * @typedef {(path: string) => Found} Find
 */

/** @param {string[]} routes @returns {Find} */
function velocy(routes) {
  const router = new Router()
  for (const route of routes) router.get(route, () => {})
  return (path) => {
    const found = router.find('GET', path)
    return found && { path: found.route.path, params: { ...found.params } }
  }
}

/** @param {string[]} routes @returns {Find} */
function theirs(routes) {
  const router = findMyWay()
  for (const route of routes) router.on('GET', route, () => {}, route)
  return (path) => {
    const found = router.find('GET', path)
    return found && { path: found.store, params: { ...found.params } }
  }
}

/**
 * What a cell of the table says of a router.
 *
 * @param {(routes: string[]) => Find} make
 * @param {string[]} routes
 * @param {string} path
 */
function outcome(make, routes, path) {
  let find
  try {
    find = make(routes)
  } catch {
    return 'throws'
  }
  try {
    const found = find(path)
    return found === null ? 'null' : JSON.stringify(found.params)
  } catch (error) {
    return String(/** @type {{ status?: number }} */ (error).status)
  }
}

test('the two differ where chapter 09 says so, and as it says', () => {
  const page = path.join(srcDir, 'ch09-radix', 'proof.md')
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => /^\| `\//.test(line))
    .map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, cell]) => cell))
  assert.ok(rows.length >= 8, `got ${rows.length} rows of the table`)
  for (const [route, request, ours, other] of rows) {
    assert.deepEqual(
      [outcome(velocy, [route], request), outcome(theirs, [route], request)],
      [ours, other],
      `${route} asked for ${request}`,
    )
    assert.notEqual(ours, other, `${route}: no difference`)
  }
})

test('they differ in long values and in HEAD, as chapter 09 says', () => {
  const long = `/users/${'a'.repeat(101)}`
  const routes = ['/users/:id']
  assert.notEqual(theirs(routes)(long.slice(0, -1)), null)
  assert.equal(theirs(routes)(long), null)
  assert.notEqual(velocy(routes)(long), null)
  const router = findMyWay()
  router.on('GET', '/users/:id', () => {})
  assert.equal(router.find('HEAD', '/users/1'), null)
  const { path } = new Router()
    .get('/users/:id', () => {})
    .find('HEAD', '/users/1').route
  assert.equal(path, '/users/:id')
})

/**
 * Mulberry32, by Tommy Ettinger: numbers that a seed decides.
 *
 * @param {number} seed
 * @returns {(limit: number) => number} an integer below the limit
 */
function chance(seed) {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) % limit
  }
}

/** Words that begin alike, so that texts meet and nodes split. */
const WORDS = ['a', 'ab', 'abc', 'b', 'users', 'user', '1', '~x']

/**
 * Routes of static segments, parameters and, at the end, wildcards, none of
 * which is registered twice.
 *
 * @param {(limit: number) => number} below
 */
function randomTable(below) {
  const routes = Array.from({ length: 1 + below(8) }, () => {
    const segments = Array.from({ length: 1 + below(4) }, () =>
      below(3) === 0 ? ':name' : WORDS[below(WORDS.length)],
    ).map((text, i) => (text === ':name' ? `:p${i}` : text))
    if (below(6) === 0) segments.push('*')
    return `/${segments.join('/')}`
  })
  return [...new Set(routes)]
}

test('they agree on everything else that both have', () => {
  const below = chance(1)
  let hits = 0
  for (let table = 0; table < 1500; table++) {
    const routes = randomTable(below)
    const [ours, other] = [velocy(routes), theirs(routes)]
    for (let lookup = 0; lookup < 20; lookup++) {
      const length = 1 + below(5)
      const words = Array.from({ length }, () => WORDS[below(WORDS.length)])
      const path = `/${words.join('/')}`
      const found = ours(path)
      assert.deepEqual(found, other(path), `${path} among ${routes.join(' ')}`)
      if (found) hits++
    }
  }
  assert.ok(hits > 3000, `only ${hits} lookups found anything`)
})
