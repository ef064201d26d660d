import assert from 'node:assert/strict'
import test from 'node:test'
import { changesOnly } from './changes.js'
import { compareLines } from './compare.js'

/** @param {string} before @param {string} after lines, with spaces between */
function shown(before, after) {
  const lines = compareLines(before.split(' '), after.split(' '))
  const marks = { added: '+', removed: '-', gap: '', context: '', plain: '=' }
  return changesOnly(lines)
    .map(({ kind, text }) => marks[kind] + text)
    .join(' ')
}

test('two lines stand around a change, and gaps for the rest', () => {
  assert.equal(
    shown('a b c d e f g h i j k l', 'a b c d E f g h i j K l'),
    '… c d -e +E f g … i j -k +K l',
  )
  assert.equal(shown('a b c d e', 'A b c d e'), '-a +A b c …')
  assert.equal(shown('a b', 'a b'), '…')
})

test('no blank line stands beside a gap', () => {
  assert.equal(shown('a b  c d  e f', 'a b  c D  e f'), '… c -d +D  e …')
})

/** @param {string[]} before @param {string[]} after */
const textsOf = (before, after) =>
  changesOnly(compareLines(before, after)).map(({ text }) => text)

test('an import statement or a comment is shown as a whole, and code beside it', () => {
  const list = ['import {', '  a,', '  b,', '  c,', "} from './a.js'"]
  const comment = ['/**', ' * One', ' * two', ' * three', ' */']
  const before = [...list, '', 'a()', 'b()', '', ...comment, 'c()']
  const after = before.with(1, '  A,').with(-1, 'C()')
  assert.deepEqual(textsOf(before, after), [
    'import {',
    '  a,',
    '  A,',
    ...list.slice(2),
    '…',
    'b()',
    '',
    ...comment,
    'c()',
    'C()',
  ])
})

test('a change of a comment alone is left out', () => {
  const before = ['// One', 'a()', 'b()', 'c()', 'd()']
  assert.deepEqual(textsOf(before, before.with(0, '// Two').with(4, 'D()')), [
    '…',
    'b()',
    'c()',
    'd()',
    'D()',
  ])
})

test('a comment near a change is shown with the one it takes the place of', () => {
  const before = ['a()', 'b()', 'c()', '/** One */', 'd()', 'e()']
  const after = before.with(3, '/** Two */').with(5, 'E()')
  assert.deepEqual(textsOf(before, after), [
    '…',
    '/** One */',
    '/** Two */',
    'd()',
    'e()',
    'E()',
  ])
})
