import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verdict } from './quiz.js'

test('nothing chosen is no answer', () => {
  assert.equal(verdict([false, false], [true, false]), 'none')
})

test('all of the correct options and no other are right', () => {
  assert.equal(verdict([true, false, true], [true, false, true]), 'right')
})

test('some of the correct options, or others beside them, are partly right', () => {
  assert.equal(verdict([true, false, false], [true, false, true]), 'partly')
  assert.equal(verdict([true, true, true], [true, false, true]), 'partly')
})

test('only other options are wrong', () => {
  assert.equal(verdict([false, true], [true, false]), 'wrong')
})
