import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf, feed } from './feed.js'

/** @param {string[]} headings */
const page = (...headings) =>
  `<main><h1 id="what-changed">What changed</h1><p>Intro.</p>${headings
    .map(
      (heading, i) =>
        `<h2 id="e${i}" aria-label="x"><a class="header" href="#e${i}">${heading}</a></h2>\n<p>See <a href="ch01-a/index.html">one</a> &amp; two.</p>\n`,
    )
    .join('')}</main>`

test('each section of the page is an entry', () => {
  const entries = entriesOf(page('2026-11-22: A door', '2026-11-21: A map'))
  assert.deepEqual(
    entries.map(({ id, date, title }) => [id, date, title]),
    [
      ['e0', '2026-11-22', 'A door'],
      ['e1', '2026-11-21', 'A map'],
    ],
  )
})

test('an entry without a date, or above a later one, is an error', () => {
  assert.throws(() => entriesOf(page('A door')), /got the heading "A door"/)
  assert.throws(() => entriesOf(page('2026-13-40: A door')), /expected one/)
  assert.throws(
    () => entriesOf(page('2026-11-21: A map', '2026-11-22: A door')),
    /got 2026-11-22 below 2026-11-21/,
  )
})

test('the feed says all with whole addresses', () => {
  const xml = feed(page('2026-11-22: A door'), 'https://a.example/b', 'pt-BR')
  const own = 'https://a.example/b/pt-BR'
  assert.ok(xml.includes(`<link>${own}/changelog.html#e0</link>`), xml)
  assert.ok(xml.includes('<pubDate>Sun, 22 Nov 2026 00:00:00 GMT</pubDate>'))
  assert.ok(xml.includes(`href=&quot;${own}/ch01-a/index.html&quot;`), xml)
  assert.ok(xml.includes('<language>pt-BR</language>'))
})
