import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subjectProblems } from './commits.js'

test('a subject of 72 characters is right, and one more is too long', () => {
  assert.deepEqual(subjectProblems(`Add ${'x'.repeat(68)}`), [])
  assert.match(subjectProblems(`Add ${'x'.repeat(69)}`)[0], /got 73 characters/)
})

test('a subject begins with a capital letter and has no full stop', () => {
  assert.deepEqual(subjectProblems('Número de linhas no cabeçalho'), [])
  assert.match(subjectProblems('fix it')[0], /a capital letter/)
  assert.match(subjectProblems('Fix it.')[0], /no full stop/)
})
