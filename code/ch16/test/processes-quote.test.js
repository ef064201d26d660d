import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { library } from './library.js'

const { quote } = await library('lib/processes/command.js')

/** @param {string} text @returns {string} what a shell makes of it, quoted */
const seenByShell = (text) =>
  execFileSync('/bin/sh', ['-c', `printf %s ${quote(text)}`], {
    encoding: 'utf8',
  })

test('a quoted word means itself', () => {
  for (const text of [
    '',
    "it's",
    "'",
    "''; rm -rf b; ''",
    '$HOME `id` $(id) ~ * ? [a] {a,b} ! # & | < > ( ) ; " \\ \\n',
    ' two  spaces ',
    'line\nbreaks\n\r\t\x01\x7f',
    'olá, 你好 🎈',
  ]) {
    assert.equal(seenByShell(text), text)
  }
})

test('so does every other character, alone and beside a quote', () => {
  let text = ''
  for (let code = 1; code < 0x300; code++) {
    const character = String.fromCharCode(code)
    text += `${character}'${character}`
  }
  assert.equal(seenByShell(text), text)
})
