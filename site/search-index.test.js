import assert from 'node:assert/strict'
import { test } from 'node:test'
import { excerptOf, queriesOf } from './search-index.js'

test('a word that the book does not use is replaced by the one that it uses', () => {
  const synonyms = {
    'laço de eventos': 'event loop',
    roteador: 'router',
  }
  const words = { synonyms }
  assert.deepEqual(queriesOf('Laco de Eventos', words), ['event loop'])
  assert.deepEqual(queriesOf('um ROTEADOR rápido', words), ['um router rapido'])
  assert.deepEqual(queriesOf('roteadores', words), ['roteadores'])
  assert.deepEqual(queriesOf('Requisição', words), ['Requisição'])
})

test('a word is searched in both of its forms', () => {
  /** @type {import('./search-index.js').Words} */
  const words = {
    endings: [
      ['ão', 'ões'],
      ['al', 'ais'],
    ],
  }
  assert.deepEqual(queriesOf('conexões', words), ['conexões', 'conexao'])
  assert.deepEqual(queriesOf('canal aberto', words), [
    'canal aberto',
    'canais aberto',
  ])
  assert.deepEqual(queriesOf('router', words), ['router'])
})

test('a word that is being typed is replaced before it is whole', () => {
  const synonyms = { roteador: 'router', 'tempo limite': 'timeout' }
  assert.deepEqual(queriesOf('um rotea', { synonyms }), [
    'um rotea',
    'um router',
  ])
  assert.deepEqual(queriesOf('rot', { synonyms }), ['rot'])
  assert.deepEqual(queriesOf('tempo', { synonyms }), ['tempo'])
})

test('a symbol is searched whole and in its parts', () => {
  assert.deepEqual(queriesOf('Router.add', {}), ['Router.add', 'Router add'])
  assert.deepEqual(queriesOf('Table#get', {}), ['Table#get', 'Table get'])
  assert.deepEqual(queriesOf('#insert', {}), ['#insert'])
  assert.deepEqual(queriesOf('Is it fast.', {}), ['Is it fast.'])
})

const prose = Array.from({ length: 40 }, (_, i) => `w${i}`).join(' ')
const content = `The title. ${prose} ⟦ const a = 1 ⟧ The end of it.`
const at = (/** @type {string} */ word) => content.split(' ').indexOf(word)
const textOf = (/** @type {ReturnType<typeof excerptOf>} */ { excerpt }) =>
  excerpt.map(({ text, isFound }) => (isFound ? `*${text}*` : text)).join(' ')

test('an excerpt is the words around what was found, without the title', () => {
  const { excerpt, isCode } = excerptOf(content, [1, at('w20')], 'The title')
  assert.equal(excerpt.length, 26)
  assert.equal(isCode, false)
  assert.match(excerpt.map(({ text }) => text).join(' '), /^w14 .* w20 .* w39$/)
  const first = excerptOf(content, [0], 'The title')
  assert.match(textOf(first), /^w0 w1 .* w25$/)
})

test('an excerpt is of prose, where something was found there', () => {
  const found = [at('a'), at('a') + 1, at('end')]
  assert.equal(
    textOf(excerptOf(content, found, 'The title')),
    'The *end* of it.',
  )
})

test('an excerpt is where most was found', () => {
  const found = [at('w1'), at('w35'), at('w36')]
  assert.match(
    textOf(excerptOf(content, found, 'The title')),
    /\*w35\* \*w36\*/,
  )
})

test('an excerpt does not join code and prose', () => {
  const code = excerptOf(content, [at('a')], 'The title')
  assert.equal(textOf(code), 'const *a* = 1')
  assert.equal(code.isCode, true)
  const after = excerptOf(content, [at('end')], 'The title')
  assert.equal(textOf(after), 'The *end* of it.')
  assert.equal(after.isCode, false)
  const bare = excerptOf('Title. ⟦ ls ⟧', [0], 'Title')
  assert.equal(textOf(bare), 'ls')
  assert.equal(textOf(excerptOf('Title.', [0], 'Title')), '')
})
