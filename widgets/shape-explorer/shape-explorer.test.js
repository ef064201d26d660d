import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { readCatalogs } from '../../tools/bundle/build.js'
import { node } from '../../tools/processes/toolchain.js'
import { explore, keysOf, shapeOf, stateOf } from './model.js'
import { presets } from './presets.js'

/** @import { Recipe, Way } from './model.js' */

test('keys are words, each once', () => {
  assert.deepEqual(keysOf(' id,name  id, __proto__, e-mail '), [
    'id',
    'name',
    'e-mail',
  ])
  assert.deepEqual(keysOf(' , '), [])
})

test('objects with a beginning in common share the way to their shapes', () => {
  const { roots, shapes, dictionaries } = explore([
    { keys: ['id', 'name'], way: 'added' },
    { keys: ['id'], way: 'added' },
    { keys: ['name', 'id'], way: 'added' },
    { keys: ['id', 'name'], way: 'added' },
    { keys: ['id', 'name'], way: 'bare' },
  ])
  assert.equal(shapes, 3)
  assert.deepEqual(dictionaries, [4])
  assert.equal(roots.length, 1)
  const [id, name] = roots[0].children
  assert.deepEqual([id.number, id.objects], [2, [1]])
  assert.deepEqual([id.children[0].number, id.children[0].objects], [1, [0, 3]])
  assert.deepEqual([name.number, name.children[0].number], [null, 3])
})

test('a place gives up after four shapes', () => {
  const states = [0, 1, 2, 4, 5].map(stateOf)
  assert.deepEqual(states, [
    'uninitialized',
    'monomorphic',
    'polymorphic',
    'polymorphic',
    'megamorphic',
  ])
})

test('every preset has a name in every language', () => {
  const folder = path.join(import.meta.dirname, 'strings')
  for (const words of Object.values(readCatalogs(folder))) {
    for (const name of Object.keys(presets)) assert.ok(words[`preset.${name}`])
  }
})

/** @type {string[][]} */
const keys = [
  [],
  ['id'],
  ['id', 'name'],
  ['name', 'id'],
  ['id', 'name', 'mail'],
  ['id', 'name', 'mail', 'age'],
  ['id', 'name', 'mail', 'age', 'city'],
  ['id', '7'],
  ['7', 'id'],
]
/** @type {Way[]} */
const ways = ['added', 'literal', 'deleted', 'bare']
/** @type {Recipe[]} */
const recipes = keys.flatMap((list) => ways.map((way) => ({ keys: list, way })))

/** Prints which of the objects have a shape, and which of them the same one. */
const asked = `
const isFast = new Function('a', 'return %HasFastProperties(a)')
const isSame = new Function('a', 'b', 'return %HaveSameMap(a, b)')
const make = ({ keys, way }) => {
  if (way === 'literal') {
    const inside = keys.map((key) => JSON.stringify(key) + ': 0')
    return new Function('return {' + inside + '}')()
  }
  const object = way === 'bare' ? Object.create(null) : {}
  for (const key of keys) object[key] = 0
  if (way === 'deleted') delete object[keys[0]]
  return object
}
const objects = ${JSON.stringify(recipes)}.map(make)
console.log(JSON.stringify(objects.map((one) =>
  isFast(one) && objects.findIndex((other) => isSame(one, other)))))`

for (const major of [26, 24]) {
  const { path: program, reason } = node(major)
  test(`V8 of Node.js ${major} tells shapes apart as the page does`, {
    skip: program ? false : reason,
  }, () => {
    const flags = ['--allow-natives-syntax', '--eval', asked]
    const printed = execFileSync(program ?? '', flags, { encoding: 'utf8' })
    const ids = recipes.map((recipe) => JSON.stringify(shapeOf(recipe)))
    const ours = ids.map((id) => id !== 'null' && ids.indexOf(id))
    assert.deepEqual(JSON.parse(printed), ours)
  })
}
