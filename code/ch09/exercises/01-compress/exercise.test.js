import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { compress } = await import(new URL(file, import.meta.url).href)

/** @typedef {import('./exercise.js').Node} Node */

/**
 * A trie with a node per character.
 *
 * @param {string[]} words
 * @returns {Node}
 */
function trieOf(words) {
  /** @type {Node} */
  const root = { text: '', value: null, children: [] }
  for (const word of words) {
    let node = root
    for (const text of word) {
      let child = node.children.find((other) => other.text === text)
      if (!child) {
        child = { text, value: null, children: [] }
        node.children.push(child)
      }
      node = child
    }
    node.value = word
  }
  return root
}

/** @param {Node} node @returns {unknown} */
const shape = ({ text, value, children }) => [
  value === null ? text : `${text}!`,
  ...children.map(shape),
]

test('a word becomes one node', () => {
  assert.deepEqual(shape(compress(trieOf(['/about']))), ['', ['/about!']])
})

test('words part where they differ', () => {
  assert.deepEqual(shape(compress(trieOf(['/planet', '/planes']))), [
    '',
    ['/plane', ['t!'], ['s!']],
  ])
})

test('a node with a value is not merged with what follows', () => {
  assert.deepEqual(shape(compress(trieOf(['/hell', '/hello', '/hey']))), [
    '',
    ['/he', ['ll!', ['o!']], ['y!']],
  ])
})

test('the root stays, though it has one child', () => {
  const { text, children } = compress(trieOf(['/a', '/b']))
  assert.equal(text, '')
  assert.deepEqual(children.map(shape), [['/', ['a!'], ['b!']]])
})

test('a root with a value keeps it', () => {
  assert.deepEqual(shape(compress(trieOf(['', 'ab']))), ['!', ['ab!']])
})

test('the old tree is left as it was', () => {
  const trie = trieOf(['/hell', '/hello'])
  const before = structuredClone(trie)
  compress(trie)
  assert.deepEqual(trie, before)
})
