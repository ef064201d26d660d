import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf, verdict } from './quiz.js'

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

test('an option that was rightly left open is not a mistake', () => {
  assert.equal(outcomeOf(false, false), 'open')
  assert.equal(outcomeOf(true, false), 'wrong')
  assert.equal(outcomeOf(false, true), 'missed')
  assert.equal(outcomeOf(true, true), 'right')
})
