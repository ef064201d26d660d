import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Router } from '../../code/ch07/lib/app/router.js'
import { grow } from './growth.js'
import { triePresets as presets } from './presets.js'
import {
  checkPresets,
  checkRefused,
  compare,
  lookUp,
  plantAndRegister,
  randomTables,
} from './random-tables.js'
import { plantTrie } from './trie.js'

const options = { wholeSegments: true }

test('a walk ends as the chapter’s router does, on random tables', () => {
  const seen = { found: 0, lost: 0, back: 0, values: 0, missed: 0 }
  for (const { routes, paths } of randomTables(1, 400)) {
    const { planter, router } = plantAndRegister(plantTrie, Router, routes)
    for (const path of paths) {
      const { end, steps } = compare(planter, router, path, options)
      if (end.type === 'found') seen.found++
      else seen.lost++
      if (steps.some(({ type }) => type === 'back')) seen.back++
      if (end.spans.length > 0) seen.values++
      const greedy = lookUp(planter, path, { ...options, backtracking: false })
      if (greedy.route === null && end.type === 'found') seen.missed++
      // Without backtracking it finds less, and never another route.
      if (greedy.route !== null) {
        assert.equal(greedy.route, end.node.route)
      }
    }
  }
  for (const [what, times] of Object.entries(seen)) {
    assert.ok(times > 100, `${what}: only ${times} times`)
  }
})

test('without backtracking the chapter’s example goes wrong', () => {
  const { routes, path } = presets.users
  const { planter } = grow(routes, plantTrie)
  const right = lookUp(planter, path, options)
  assert.equal(right.route, '/users/:id/settings')
  assert.deepEqual(right.values, ['me'])
  const wrong = lookUp(planter, path, { ...options, backtracking: false })
  assert.equal(wrong.route, null)
})

test('the steps of that example, with backtracking and without', () => {
  const { routes, path } = presets.users
  const { planter } = grow(routes, plantTrie)
  /** @param {boolean} backtracking */
  const said = (backtracking) =>
    lookUp(planter, path, { ...options, backtracking }).steps.map(
      ({ type, node }) => `${type} ${node.id}`,
    )
  const start = ['start ', 'enter /users', 'enter /users/me', 'dead /users/me']
  assert.deepEqual(said(true), [
    ...start,
    'back /users',
    'capture /users/:',
    'enter /users/:/settings',
    'found /users/:/settings',
  ])
  assert.deepEqual(said(false), [...start, 'lost /users/me'])
})

test('without backtracking it is lost where its only way has ended', () => {
  const { routes, path } = presets.users
  /** @param {string[]} table @param {string} asked */
  const end = (table, asked) => {
    const { planter } = grow(table, plantTrie)
    return lookUp(planter, asked, { ...options, backtracking: false }).end
  }
  const lost = end(routes, path)
  assert.equal(path.slice(lost.position), '/settings')
  assert.deepEqual(
    lost.trail.map(({ label }) => label),
    ['GET', '/users', '/me'],
  )
  // A value that was taken stays taken, too.
  const { type, spans, position } = end(['/:a/:b/c'], '/x/y/z')
  assert.deepEqual(
    { type, spans, position },
    {
      type: 'lost',
      spans: [
        [1, 2],
        [3, 4],
      ],
      position: 4,
    },
  )
})

test('the path of GitHub’s table makes the walk turn back', () => {
  const { routes, path } = presets.github
  const { planter } = grow(routes, plantTrie)
  const { steps, route } = lookUp(planter, path, options)
  assert.ok(steps.some(({ type }) => type === 'back'))
  assert.equal(route, '/repos/:owner/:repo/releases/:release_id/assets')
  // The pair that the chapter names.
  for (const end of [
    'issues/comments/:comment_id',
    'issues/:issue_number/comments',
  ]) {
    assert.ok(routes.includes(`/repos/:owner/:repo/${end}`))
  }
})

test('refused routes carry the router’s own message, and change nothing', () => {
  const routes = [
    '/users/:id',
    '/users/:name',
    'users',
    '/price/:eur*',
    '/:a/to/:a',
  ]
  checkRefused(plantTrie, Router, routes)
})

test('all presets are tables without an error, and find their path', () => {
  checkPresets(plantTrie, presets)
})
