import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { remove } = await import(new URL(file, import.meta.url).href)

/** @typedef {import('./exercise.js').Node} Node */

/**
 * The radix tree of some paths.
 *
 * @param {string[]} paths
 * @param {string} [text]
 * @returns {Node}
 */
function treeOf(paths, text = '') {
  const value = paths.includes('') ? 'here' : null
  const firsts = [...new Set(paths.map((path) => path[0]))].filter(Boolean)
  const children = firsts.sort().map((first) => {
    const group = paths.filter((path) => path[0] === first)
    const shared = group.reduce((one, other) => {
      let length = 0
      while (length < one.length && one[length] === other[length]) length++
      return one.slice(0, length)
    })
    const ends = group.map((path) => path.slice(shared.length))
    return treeOf(ends, shared)
  })
  return { text, value, children }
}

const paths = ['/hello', '/hell', '/hey', '/health', '/about', '/ab', '/']

test('any path can be taken out', () => {
  for (const path of paths) {
    const tree = treeOf(paths)
    assert.equal(remove(tree, path), true, path)
    const others = paths.filter((other) => other !== path)
    assert.deepEqual(tree, treeOf(others), `without ${path}`)
  }
})

test('one after the other, until nothing is left', () => {
  const tree = treeOf(paths)
  for (const [index, path] of paths.entries()) {
    remove(tree, path)
    assert.deepEqual(tree, treeOf(paths.slice(index + 1)), `after ${path}`)
  }
  assert.deepEqual(tree, { text: '', value: null, children: [] })
})

test('a path that is not there changes nothing', () => {
  for (const path of ['/he', '/hel', '/hellos', '/x', '/health/', '/abo']) {
    const tree = treeOf(paths)
    assert.equal(remove(tree, path), false, path)
    assert.deepEqual(tree, treeOf(paths), path)
  }
})

test('the root stays when one path is left', () => {
  const tree = treeOf(['/a', '/b'])
  remove(tree, '/b')
  assert.deepEqual(tree, treeOf(['/a']))
})
