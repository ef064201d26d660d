// @reads results/
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { directives } from '../book-model/markdown.js'
import { doubtsHtml } from './page-doubts.js'
import { strings } from './strings.js'
import { tableHtml } from './table.js'

const t = strings('en')
/** @param {string} text a directive */
const table = (text) => directives(text)[0]

test('what is counted once has cases, and nobody is ahead by chance', () => {
  const counted = table('{{#table ch21-drill metrics=count.answered}}')
  assert.match(
    tableHtml(counted, { language: 'en' }, t),
    /<th scope="col">Case<\/th>/,
  )
  assert.equal(doubtsHtml([counted], [], 'en', t), '')
})

test('what is measured has contenders, and doubts', () => {
  const measured = table('{{#table ch00-single metrics=rps}}')
  assert.match(
    tableHtml(measured, { language: 'en' }, t),
    /<th scope="col">Contender<\/th>/,
  )
  assert.match(doubtsHtml([measured], [], 'en', t), /class="doubts"/)
})
