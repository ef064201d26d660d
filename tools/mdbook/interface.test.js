// @reads translations/
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  translateInterface,
  translateMain,
  unusedStrings,
} from './interface.js'
import { strings } from './strings.js'

test('words of mdBook are translated where they stand alone', () => {
  const html = '<b title="Themes">Dark</b> <p>Dark days</p>'
  const translated = '<b title="Temas">Escuro</b> <p>Dark days</p>'
  assert.equal(translateInterface(html, 'pt-BR'), translated)
  assert.equal(translateInterface("x = 'Copied!'", 'pt-BR'), "x = 'Copiado!'")
  const note = '<p></svg>Note</p><code>Note</code>'
  assert.equal(
    translateMain(note, 'pt-BR'),
    '<p></svg>Nota</p><code>Note</code>',
  )
})

test('an apostrophe of a translation ends no string of a script', (t) => {
  const { mdbook } = strings('pt-BR')
  const before = mdbook.Auto
  t.after(() => {
    mdbook.Auto = before
  })
  mdbook.Auto = "D'après l'heure"
  assert.equal(
    translateInterface("x = 'Auto'", 'pt-BR'),
    "x = 'D’après l’heure'",
  )
})

test('words that no page of mdBook has are told', () => {
  const unused = unusedStrings('pt-BR')
  assert.ok(unused.includes('Light'))
  assert.ok(!unused.includes('Dark') && !unused.includes('Note'))
})
