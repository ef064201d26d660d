import assert from 'node:assert/strict'
import test from 'node:test'
import { compare, numbered, summary } from './outcomes.js'

/**
 * @param {string} name
 * @param {boolean} passed
 */
const result = (name, passed) => ({
  file: 'a.test.js',
  name,
  passed,
  error: passed ? '' : 'it is 1\nnot 2',
})
/** @param {string[]} names */
const reason = (...names) => ({
  why: 'A limit.',
  tests: { 'a.test.js': names },
})

test('what passes, and what differs as it is listed, is fine', () => {
  const results = [result('one', true), result('two', false)]
  assert.deepEqual(compare(results, [reason('two')]), [])
})

test('everything else is a problem', () => {
  const results = [result('one', true), result('two', false)]
  assert.deepEqual(compare(results, [reason('one', 'three', 'three')]), [
    'a.test.js > three: is listed twice',
    'a.test.js > one: passes, but is listed as different: A limit.',
    'a.test.js > two: fails, and is not listed: it is 1',
    'a.test.js > three: is listed, but there is no such test',
  ])
})

test('tests of one name are told apart by their order', () => {
  const results = numbered([result('one', true), result('one', false)])
  assert.deepEqual(
    results.map(({ name }) => name),
    ['one', 'one (2)'],
  )
})

test('the counts are a table, the largest first', () => {
  const results = [result('one', true), result('two', false)]
  const text = summary(results, [reason(), reason('two')], '9.0.0')
  assert.match(text, /Of the 2 tests of find-my-way 9\.0\.0, \*\*1 pass\*\*/)
  assert.match(text, /\| 1 \| A limit\. \|\n\| 0 \| A limit\. \|$/)
})
