import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { RadixNode } = await library('lib/router/radix.js')

test('a split leaves the shared text above, and moves all else below', () => {
  const node = new RadixNode('/comments')
  const child = new RadixNode('/:id')
  node.add(child)
  const parameter = new RadixNode('')
  Object.assign(node, { value: 'all', parameter, wildcard: 'rest' })
  node.split(8)
  assert.equal(node.text, '/comment')
  assert.equal(node.length, 8)
  assert.equal(node.value, null)
  assert.equal(node.parameter, null)
  assert.equal(node.wildcard, null)
  assert.equal(node.children.length, 1)
  const [lower] = node.children
  assert.equal(lower.text, 's')
  assert.equal(lower.value, 'all')
  assert.equal(lower.parameter, parameter)
  assert.equal(lower.wildcard, 'rest')
  assert.deepEqual(lower.children, [child])
})

test('a node with many children keeps them by their first character', () => {
  const node = new RadixNode('/')
  const children = [...'abcdef'].map((text) => new RadixNode(text))
  for (const child of children) node.add(child)
  assert.deepEqual(node.children, children.toReversed())
  for (const child of children) assert.equal(node.table[child.code], child)
})
