// @reads src/ translations/

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from '../lib/paths.js'
import { crumbsHtml } from './crumbs.js'
import { placeOf } from './place.js'
import { addReports, headingLines } from './report.js'

const page = 'ch07-trie/trie.html'

/** @param {string} language */
function placeIn(language) {
  const place = placeOf(page, language)
  assert.ok(place)
  return place
}

for (const language of ['en', 'pt-BR']) {
  test(`${language}: a heading has the line where it stands`, () => {
    const place = placeIn(language)
    const text = readFileSync(path.join(root, place.source), 'utf8')
    const lines = headingLines(place)
    assert.ok(lines.size > 2)
    for (const line of lines.values()) {
      assert.match(text.split('\n')[line - 1], /^#+ /)
    }
  })
}

test('a report begins with the file and the line', () => {
  const place = placeIn('pt-BR')
  const [[id, line]] = headingLines(place)
  const main = addReports(
    `<main><h2 id="${id}"><a class="header" href="#${id}">Uma <code>trie</code></a></h2>`,
    place,
    'pt-BR',
  )
  const [, href = ''] = /class="report" href="([^"]*)"/.exec(main) ?? []
  const url = new URL(href.replaceAll('&amp;', '&'))
  assert.match(url.pathname, /\/issues\/new$/)
  assert.equal(
    url.searchParams.get('title'),
    `translations/pt-BR/ch07-trie/trie.md:${line}: `,
  )
  assert.match(
    url.searchParams.get('body') ?? '',
    new RegExp(`/blob/main/translations/.*trie\\.md\\?plain=1#L${line}\\)`),
  )
  assert.match(main, /aria-label="Uma trie"/)
  assert.match(main, /aria-label="Avisar de um erro em “Uma trie”"/)
})

test('a heading that is in no file has none', () => {
  const made = '<main><h3 id="made"><a class="header" href="#made">x</a></h3>'
  assert.equal(addReports(made, placeIn('en'), 'en'), made)
})

test('a page says of which book, part and chapter it is', () => {
  const html = crumbsHtml(placeIn('en'), 'en', '../')
  assert.match(html, /<a href="\.\.\/index\.html">Node\.js Is Faster/)
  assert.match(html, /<li>Part II · The router<\/li>/)
  assert.match(html, /<a href="\.\.\/ch07-trie\/index\.html">07\. Parameters/)
  const first = placeOf('ch07-trie/index.html', 'pt-BR')
  const portuguese = crumbsHtml(first, 'pt-BR', '../')
  assert.match(portuguese, /Parte II · O router<\/li><li>Capítulo 07<\/li>/)
  assert.equal(crumbsHtml(placeOf('index.html', 'en'), 'en', ''), '')
  assert.equal(crumbsHtml(null, 'en', ''), '')
})
