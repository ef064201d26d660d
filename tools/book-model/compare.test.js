import assert from 'node:assert/strict'
import test from 'node:test'
import { compareLines, cut } from './compare.js'

/**
 * @param {string} before
 * @param {string} after
 */
const compared = (before, after) =>
  compareLines(before.split('\n'), after.split('\n'))

/** @param {import('./compare.js').ListingLine[]} lines */
const marks = (lines) => lines.map(({ kind, text }) => kind[0] + text).join('|')

test('a cut keeps the lines removed before, inside and after it', () => {
  const marked = compared('a\nx\nb\ny\nc\nz', 'a\nb\nc')
  assert.equal(marks(cut(marked, { start: 1, end: 2 })), 'rx|cb|ry')
  assert.equal(marks(cut(marked, { start: 2, end: 3 })), 'ry|cc|rz')
})

test('what was removed behind a blank line belongs to what stands above it', () => {
  const marked = compared('a\n\nx\n\nb', 'a\n\nb')
  assert.equal(marks(cut(marked, { start: 0, end: 1 })), 'ca|c|rx|r')
})

test('a function that comes or goes is marked as a whole', () => {
  const one = '/**\n * One\n */\none() {\n}\n'
  const two = '/**\n * Two\n */\ntwo() {\n}\n'
  const three = '/**\n * Three\n */\nthree() {\n}'
  const added = compared(`${one}\n${three}`, `${one}\n${two}\n${three}`)
  assert.equal(
    marks(added.filter(({ kind }) => kind === 'added')),
    'a/**|a * Two|a */|atwo() {|a}|a',
  )
  assert.deepEqual(
    added.map(({ number }) => number),
    added.map((_, i) => i),
  )
  const removed = compared(`${one}\n${two}\n${three}`, `${one}\n${three}`)
  assert.equal(
    marks(removed.filter(({ kind }) => kind === 'removed')),
    'r/**|r * Two|r */|rtwo() {|r}|r',
  )
  assert.deepEqual(
    removed.flatMap(({ number }) => number ?? []),
    `${one}\n${three}`.split('\n').map((_, i) => i),
  )
})

test('a function at the end of a file comes with the blank line above it', () => {
  const marked = compared('one() {\n}', 'one() {\n}\n\ntwo() {\n}')
  assert.equal(marks(marked), 'cone() {|c}|a|atwo() {|a}')
})
