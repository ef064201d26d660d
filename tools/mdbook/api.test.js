// @reads src/reference/ translations/
/** How the reference shows what Velocy exports. */
import assert from 'node:assert/strict'
import test from 'node:test'
import { sentencesState, shownSymbols } from '../book-model/api.js'
import { directives } from '../book-model/markdown.js'
import { apiMarkdown, errorCode } from './api.js'
import { strings } from './strings.js'

/** @param {string} source of a directive */
const directive = (source) => directives(source)[0]

/** @param {string} source @param {string} [language] */
const shown = (source, language = 'en') =>
  apiMarkdown(
    directive(source),
    { language, page: 'reference/req-res.md' },
    strings(language),
  )

test('a method has an id, its sentence, its parameters and its errors', () => {
  const text = shown('{{#api velocy Response}}')
  assert.match(text, /^### `res\.redirect\(\)` \{#res-redirect\}$/m)
  assert.match(text, /^`res\.redirect\(url, status\?\)`$/m)
  assert.match(text, /^Sends the client elsewhere/m)
  assert.match(
    text,
    /^\| `status\?` \| <code>301 &#124; .* \| Default: 302\. \|$/m,
  )
  assert.match(text, /\(errors\.md#err_velocy_range\), 416/)
})

test('a type is a link to where it is described, on its page or another', () => {
  const text = shown('{{#api velocy Response}}')
  assert.match(text, /<a href="#answerfields">AnswerFields<\/a>/)
  const other = shown('{{#api velocy/realtime events}}')
  assert.match(other, /<a href="#request">/)
})

test('options that are not exported stand below what names them', () => {
  const text = shown('{{#api velocy Response}}')
  assert.match(text, /^### `FileOptions` \{#fileoptions\}$/m)
})

test('a translation says what it has, and the rest in English, marked as such', () => {
  const text = shown('{{#api velocy Response}}', 'pt-BR')
  assert.match(text, /^Responde com texto\.$/m)
  const missing = shown('{{#api velocy Response}}', 'xx')
  assert.match(missing, /^<span lang="en">Answers with text\.<\/span>$/m)
})

test('a sentence that has changed in English is missing in a translation', () => {
  const { missing, outdated } = sentencesState('xx')
  assert.ok(missing.includes('Answers with text.'))
  assert.deepEqual(outdated, [])
})

test('a name that is not exported is an error that says where', () => {
  assert.throws(
    () => shownSymbols(directive('{{#api velocy Rooter}}')),
    /velocy exports no Rooter/,
  )
  assert.throws(
    () => shownSymbols(directive('{{#api velocity}}')),
    /got the import "velocity", expected one of velocy, /,
  )
})

test('an error code has an id, and may be broken between its words', () => {
  assert.equal(
    errorCode(directive('{{#error ERR_X}}')),
    '<code id="err_x">ERR_<wbr>X</code>',
  )
})
