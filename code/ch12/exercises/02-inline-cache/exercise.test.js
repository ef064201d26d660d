import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { InlineCache, MOST } = await import(new URL(file, import.meta.url).href)

/** Shapes that have an id at different places. */
const shapes = Array.from({ length: 8 }, (_, count) => [
  ...Array.from({ length: count }, (_, index) => `before${index}`),
  'id',
])

/**
 * @param {string[]} shape
 * @param {unknown} id
 */
const objectOf = (shape, id) => ({
  shape,
  values: shape.map((name) => (name === 'id' ? id : 'something else')),
})

test('before the first look nothing is known', () => {
  assert.equal(new InlineCache('id').state, 'uninitialized')
})

test('one shape is looked for once', () => {
  const cache = new InlineCache('id')
  for (let id = 0; id < 100; id++) {
    assert.equal(cache.read(objectOf(shapes[2], id)), id)
  }
  assert.equal(cache.state, 'monomorphic')
  assert.equal(cache.misses, 1)
})

test('a few shapes are looked for once each, in any order', () => {
  const cache = new InlineCache('id')
  for (let id = 0; id < 100; id++) {
    assert.equal(cache.read(objectOf(shapes[(id * 7) % MOST], id)), id)
  }
  assert.equal(cache.state, 'polymorphic')
  assert.equal(cache.misses, MOST)
})

test('one shape too many, and each object is looked at', () => {
  const cache = new InlineCache('id')
  for (let id = 0; id <= MOST; id++) cache.read(objectOf(shapes[id], id))
  assert.equal(cache.state, 'megamorphic')
  const { misses } = cache
  for (let id = 0; id < 50; id++) {
    assert.equal(cache.read(objectOf(shapes[0], id)), id)
  }
  assert.equal(cache.misses, misses + 50)
  assert.equal(cache.state, 'megamorphic')
})

test('a shape with the same names, made in another way, is another one', () => {
  const cache = new InlineCache('id')
  const one = ['a', 'id']
  const other = ['a', 'id']
  assert.equal(cache.read(objectOf(one, 1)), 1)
  assert.equal(cache.read(objectOf(other, 2)), 2)
  assert.equal(cache.misses, 2)
  assert.equal(cache.state, 'polymorphic')
})

test('what is not there is undefined, and that is noted, too', () => {
  const cache = new InlineCache('id')
  const object = { shape: ['name'], values: ['x'] }
  for (let i = 0; i < 3; i++) assert.equal(cache.read(object), undefined)
  assert.equal(cache.misses, 1)
})

test('each place has a cache of its own', () => {
  const id = new InlineCache('id')
  const first = new InlineCache('before0')
  const object = { shape: ['before0', 'id'], values: ['a', 'b'] }
  assert.deepEqual([id.read(object), first.read(object)], ['b', 'a'])
})
