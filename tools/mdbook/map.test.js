// @reads src/SUMMARY.md translations/ code/

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { chapters, pages } from '../book-model/chapters.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { root } from '../lib/paths.js'
import { firstCommandHtml, mapHtml, roadHtml, stopsOf } from './map.js'
import { strings } from './strings.js'

const languages = [sourceLanguage, ...translationLanguages()]

for (const { code } of languages) {
  test(`${code}: the map has every chapter once, in order, with a title`, () => {
    const stops = stopsOf(code).flatMap(({ stops: own }) => own)
    assert.deepEqual(
      stops.map(({ id }) => id),
      Array.from({ length: 23 }, (_, i) => `ch${String(i).padStart(2, '0')}`),
    )
    for (const { id, title } of stops) assert.ok(title, id)
  })

  test(`${code}: each chapter is a link`, () => {
    const html = mapHtml(code, 'README.md')
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map((m) => m[1])
    assert.deepEqual(
      links,
      chapters().map(({ slug }) => `${slug}/index.html`),
    )
  })

  test(`${code}: the card has the words as they are`, () => {
    const file = path.join(root, 'theme', 'cards', `card-${code}.svg`)
    const words = readFileSync(file, 'utf8')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
    const { bookTitle, bookDescription } = strings(code)
    assert.ok(words.includes(`${bookTitle} ${bookDescription}`))
  })

  test(`${code}: each part has a name`, () => {
    const { part } = strings(code)
    for (const { part: name } of pages()) if (name) assert.ok(part[name], name)
  })
}

test('a road has its chapters as links, and its first command', () => {
  const html = roadHtml('router', 'en', 'README.md')
  const links = [...html.matchAll(/href="(ch\d\d)-/g)].map((m) => m[1])
  assert.deepEqual(links, ['ch01', 'ch06', 'ch07', 'ch08', 'ch09'])
  assert.match(firstCommandHtml('router'), /code\/ch05 ch06<\/code>$/)
  assert.match(firstCommandHtml('all'), />mkdir ch00</)
  assert.throws(() => roadHtml('moon', 'en', 'README.md'), /no road "moon"/)
})
