import assert from 'node:assert/strict'
import test from 'node:test'
import { directives } from '../book-model/markdown.js'
import { loadResult } from '../results/results.js'
import { heatHtml, shadeOf } from './heat.js'
import { strings } from './strings.js'

test('the base has no shade, and the highest the darkest', () => {
  assert.deepEqual(
    [0.5, 1, 1.01, 4, 16].map((ratio) => shadeOf(ratio, 16)),
    [0, 0, 1, 5, 9],
  )
  assert.equal(shadeOf(0.9, 0.9), 0)
})

/** @param {string} text @param {string} [language] */
const drawn = (text, language = 'en') =>
  heatHtml(directives(text)[0], { language }, strings(language))

const heat = '{{#heat pg,node-sqlite own=ch17- with=ref-d- base=express}}'

test('each cell has our figure, and the published one below it', () => {
  const html = drawn(heat)
  const rows = html.match(/<tr>.*?<\/tr>/g) ?? []
  assert.equal(
    rows.length,
    1 + (loadResult('ch17-pg')?.contenders.length ?? NaN),
  )
  const [express] = rows.filter((row) => row.includes('>Express<'))
  const one = '<span class="heat-own heat-0">1.0</span>'
  const theirs = '<span class="heat-theirs heat-0">1.0</span>'
  assert.ok(express.includes(`<td>${one}${theirs}</td>`), express)
  assert.match(html, /uWebSockets\.js.*?heat-theirs heat-\d">3\.8</)
  assert.match(html, /Requests per second[^<]*Express/)
})

test('what was not measured or not published is a dash', () => {
  const [, row] = drawn(heat).match(/<tr><th scope="row">uWeb(.*?)<\/tr>/) ?? []
  const dashes = '<span class="heat-own">–</span><span class="heat-theirs">–'
  assert.ok(row.includes(dashes), row)
})

test('below the table stands why a column lacks a figure', () => {
  const reason = 'not run: Node.js 20 has no node:sqlite'
  const [notes = '', ...others] = drawn(heat).match(/<ul.*?<\/ul>/g) ?? []
  assert.match(notes, new RegExp(`<li>.*uWebSockets.js, .*: ${reason}</li>`))
  assert.deepEqual(others, [])
  assert.equal(notes.match(/<li>/g)?.length, 1)
  assert.doesNotMatch(drawn(heat.replace(',node-sqlite', '')), /<ul/)
})

test('figures are written as in the language of the page', () => {
  assert.match(drawn(heat, 'pt-BR'), /heat-theirs heat-\d">3,8</)
})

test('what is missing in the directive is said', () => {
  assert.throws(() => drawn('{{#heat pg own=ch17-}}'), /expected \{\{#heat A,B/)
  assert.throws(
    () => drawn('{{#heat pg own=ch17- with=red-d- base=express}}'),
    /got with=red-d-, expected the prefix of some results/,
  )
})
