import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { link } = await import(new URL(file, import.meta.url).href)

/**
 * What a server gets, when a client follows the link.
 *
 * @param {string} target
 */
function follow(target) {
  const { pathname, search, hash } = new URL(target, 'http://localhost')
  assert.equal(hash, '', `${target} has a fragment`)
  const segments = pathname.slice(1).split('/').map(decodeURIComponent)
  return { segments, pairs: [...new URLSearchParams(search)] }
}

test('a link without anything special', () => {
  assert.equal(link('/users/:id', { id: '7' }), '/users/7')
  assert.equal(link('/users/:id', { id: '7' }, { tab: 'a' }), '/users/7?tab=a')
  assert.equal(link('/', {}, {}), '/')
})

test('a parameter is one segment, whatever it holds', () => {
  for (const name of ['AC/DC', '100%', 'a?b', 'a#b', 'joão', '%2F', 'c++']) {
    const { segments } = follow(link('/bands/:name/songs', { name }))
    assert.deepEqual(segments, ['bands', name, 'songs'])
  }
})

test('a value is one value, whatever it holds', () => {
  for (const q of ['a&b=c', '100%', '1+1=2', 'red shoes', '#', 'joão', '']) {
    const { pairs } = follow(link('/search', {}, { q, page: '2' }))
    assert.deepEqual(pairs, [
      ['q', q],
      ['page', '2'],
    ])
  }
})

test('so is a key', () => {
  const { pairs } = follow(link('/', {}, { 'a=b&c': '1' }))
  assert.deepEqual(pairs, [['a=b&c', '1']])
})

test('an array is a key that is repeated', () => {
  const { pairs } = follow(link('/', {}, { tag: ['a,b', 'c'], none: [] }))
  assert.deepEqual(pairs, [
    ['tag', 'a,b'],
    ['tag', 'c'],
  ])
  assert.equal(link('/', {}, { none: [] }), '/')
})

test('what no path can hold is refused', () => {
  for (const name of ['..', '.', '']) {
    assert.throws(() => link('/bands/:name', { name }), RangeError)
  }
})
