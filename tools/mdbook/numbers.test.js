import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, test } from 'node:test'
import { directives } from '../book-model/markdown.js'
import { root } from '../lib/paths.js'
import { inlineText } from './expand.js'

// The constants of this file, which the tests name.
export const MOST = 1000
export const LIMIT = 16 * 1024
export const LOOKS = 8
export const PATIENCE = 2000

const chapter = {
  id: 'ch00',
  slug: 'ch00-x',
  title: '',
  part: null,
  pages: [],
  codeDir: path.join(root, 'tools/mdbook'),
}

/** @param {string} rest @param {string} [language] */
function text(rest, language = 'en') {
  const [directive] = directives(`{{#const numbers.test.js#${rest}}}`)
  return inlineText(directive, language, chapter)
}

describe('{{#const}}', () => {
  test('is written as the language of the page writes numbers', () => {
    assert.equal(text('MOST'), '1,000')
    assert.equal(text('MOST', 'pt-BR'), '1.000')
  })

  test('has the unit that is asked for', () => {
    assert.equal(text('LIMIT as=KiB'), '16\u00a0KiB')
    assert.equal(text('LIMIT as=kB'), '16.384\u00a0kB')
    assert.equal(text('LIMIT as=kB', 'pt-BR'), '16,384\u00a0kB')
    assert.equal(text('PATIENCE as=s'), '2\u00a0s')
  })

  test('is written out', () => {
    assert.equal(text('PATIENCE as=seconds'), 'two seconds')
    assert.equal(text('PATIENCE as=seconds', 'pt-BR'), 'dois segundos')
    assert.equal(text('LIMIT as=bytes'), '16,384 bytes')
    assert.equal(text('MOST as=bytes'), '1,000 bytes')
    assert.equal(text('LOOKS as=words', 'pt-BR'), 'oito')
  })

  test('refuses a unit that it does not know', () => {
    assert.throws(() => text('MOST as=furlongs'), /got as=furlongs, expected/)
  })
})
