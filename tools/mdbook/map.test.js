// @reads src/SUMMARY.md translations/ code/

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { chapters } from '../book-model/chapters.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { balancedLines, cardFile } from './art.js'
import {
  chapterCount,
  firstCommandHtml,
  mapHtml,
  roadHtml,
  stopsOf,
} from './map.js'
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

  test(`${code}: what is written is a link, and nothing else is`, () => {
    const html = mapHtml(code, 'README.md')
    const links = [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map((m) => m[1])
    assert.deepEqual(
      links,
      chapters().map(({ slug }) => `${slug}/index.html`),
    )
  })

  test(`${code}: the card is drawn from the words as they are`, () => {
    assert.ok(existsSync(cardFile(code)), 'draw it: npm run cards')
  })

  test(`${code}: each part and each chapter to come has a name`, () => {
    const { part, road } = strings(code)
    for (const { part: name } of stopsOf('en')) assert.ok(part[name], name)
    assert.ok(Object.values(road).every((title) => title !== ''))
  })
}

test('lines of a title come out alike', () => {
  assert.deepEqual(balancedLines('Node.js Is Faster Than You Think', 24), [
    'Node.js Is Faster',
    'Than You Think',
  ])
  assert.deepEqual(balancedLines('Short', 24), ['Short'])
})

test('a road has its chapters as links, and its first command', () => {
  const html = roadHtml('router', 'en', 'README.md')
  const links = [...html.matchAll(/href="(ch\d\d)-/g)].map((m) => m[1])
  assert.deepEqual(links, ['ch01', 'ch06', 'ch07', 'ch08', 'ch09'])
  assert.match(firstCommandHtml('router'), /code\/ch05 ch06<\/code>$/)
  assert.match(firstCommandHtml('all'), />mkdir ch00</)
  assert.throws(() => roadHtml('moon', 'en', 'README.md'), /no road "moon"/)
})

test('the chapters are counted', () => {
  assert.equal(chapterCount(''), String(chapters().length))
  const all = Number(chapterCount('')) + Number(chapterCount('ahead'))
  assert.equal(all, stopsOf('en').flatMap(({ stops }) => stops).length)
  assert.throws(() => chapterCount('behind'), /expected "ahead"/)
})
