import assert from 'node:assert/strict'
import test from 'node:test'
import { isComment } from './comments.js'

test('a line is a comment when there is nothing else', () => {
  for (const line of ['// a', '  /** A. */', ' * @param {a}', ' */', ' *']) {
    assert.ok(isComment(line), line)
  }
  for (const line of ['a() // a', '/* a */ b()', '', '  *entries() {', '#!a']) {
    assert.ok(!isComment(line), line)
  }
})
