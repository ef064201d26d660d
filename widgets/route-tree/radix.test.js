import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Router } from '../../code/ch09/lib/app/router.js'
import { decode } from '../../code/ch09/lib/common/percent.js'
import { grow } from './growth.js'
import { radixPresets as presets } from './presets.js'
import { plantRadix } from './radix.js'
import {
  checkPresets,
  checkRefused,
  compare,
  lookUp,
  plantAndRegister,
  randomTables,
} from './random-tables.js'

test('a walk ends as the chapter’s router does, on random tables', () => {
  const seen = {
    found: 0,
    lost: 0,
    back: 0,
    bad: 0,
    normal: 0,
    empty: 0,
  }
  const tables = randomTables(2, 800, {
    words: ['a', 'b', 'ab', 'abc', 'abd', 'á', ''],
    wildcards: true,
    extra: ['%61', '%2f', 'x%2Fy', '%C3%A1', '%c3%A1', '%zz', '%FF', '%2541'],
  })
  for (const { routes, paths } of tables) {
    const { planter, router } = plantAndRegister(plantRadix, Router, routes)
    for (const path of paths) {
      const { steps } = compare(planter, router, path, {}, decode)
      const types = new Set(steps.map(({ type }) => type))
      for (const type of /** @type {(keyof typeof seen)[]} */ (
        Object.keys(seen)
      )) {
        if (types.has(type)) seen[type]++
      }
    }
  }
  for (const [what, times] of Object.entries(seen)) {
    assert.ok(times > 100, `${what}: only ${times} times`)
  }
})

test('a node is split where two routes part', () => {
  const { stages } = grow(['/hello', '/hey', '/he'], plantRadix)
  const [, second, third] = stages.map(({ changed }) =>
    Object.fromEntries(changed),
  )
  assert.deepEqual(second, { '/he': 'new', '/hello': 'split', '/hey': 'new' })
  assert.deepEqual(third, { '/he': 'ends' })
})

test('an escaped slash stays in its value, and is decoded there', () => {
  const { routes, path } = presets.escapes
  const { planter } = grow(routes, plantRadix)
  const { values, steps } = lookUp(planter, path, {})
  assert.deepEqual(values, ['jo%C3%A3o', 'a%2Fb.txt'])
  assert.deepEqual(
    { ...planter.find(path)?.params },
    { name: 'joão', file: 'a/b.txt' },
  )
  assert.ok(steps.some(({ type }) => type === 'normal'))
})

test('the path of GitHub’s table makes the walk turn back', () => {
  const { routes, path } = presets.github
  const { planter } = grow(routes, plantRadix)
  const { steps, route } = lookUp(planter, path, {})
  assert.ok(steps.some(({ type }) => type === 'back'))
  assert.equal(route, '/repos/:owner/:repo/releases/:release_id/assets')
})

test('the preset on backtracking turns back, and takes the wildcard', () => {
  const { routes, path } = presets.backtrack
  const { planter } = grow(routes, plantRadix)
  const { steps, route } = lookUp(planter, path, {})
  assert.ok(steps.some(({ type }) => type === 'back'))
  assert.equal(route, '/users/*rest')
})

test('refused routes carry the router’s own message, and change nothing', () => {
  const routes = [
    '/users/:id',
    '/users/:name',
    'users',
    '/price/:eur*',
    '/*all/more',
    '/100%',
  ]
  checkRefused(plantRadix, Router, routes)
})

test('all presets are tables without an error, and find their path', () => {
  checkPresets(plantRadix, presets)
})
