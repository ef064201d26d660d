import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marksIn } from './editor-names.js'

/**
 * @param {string} node
 * @param {string} text
 */
const marked = (node, text) =>
  marksIn(node, text).map(({ from, to, mark }) => [
    text.slice(from, to),
    mark.spec.class,
  ])

test('console and the names of classes are told from other variables', () => {
  assert.deepEqual(marked('VariableName', 'console'), [
    ['console', 'code-keyword'],
  ])
  assert.deepEqual(marked('VariableDefinition', 'Router'), [
    ['Router', 'code-title'],
  ])
  for (const name of ['router', 'LIMIT', 'consoles']) {
    assert.deepEqual(marked('VariableName', name), [])
  }
  assert.deepEqual(marked('PropertyName', 'Router'), [])
})

test('tags and types of JSDoc are told from its words', () => {
  assert.deepEqual(
    marked(
      'BlockComment',
      '/** @param {{ a: string }} b of {@link Router}, {} */',
    ),
    [
      ['@param', 'code-keyword'],
      ['{ a: string }', 'code-name'],
      ['@link Router', 'code-name'],
    ],
  )
  assert.deepEqual(marked('BlockComment', '/* @param {string} a */'), [])
})

test('a comment of many braces is read in no time', () => {
  const text = `/** ${'{'.repeat(50_000)} */`
  const begun = performance.now()
  marked('BlockComment', text)
  assert.ok(performance.now() - begun < 1_000)
})
