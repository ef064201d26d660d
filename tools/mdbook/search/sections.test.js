import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentOf, sectionsOf } from './sections.js'

const heading = (
  /** @type {number} */ level,
  /** @type {string} */ id,
  /** @type {string} */ text,
) =>
  `<h${level} id="${id}" aria-label="x"><a class="header" href="#${id}">${text}</a><a class="report" href="x" title="Report"></a></h${level}>\n`
const page = {
  language: 'en',
  title: 'Routers',
  chapter: '06',
  isOpening: true,
}

test('a page is a section for each heading down to the third level', () => {
  const html = `<nav>Menu</nav><main>\n${heading(1, 'routers', 'Routers')}<p>One.</p>
${heading(2, 'a-map', 'A <code>Map</code> &amp; a rank')}<p>Two.</p>
${heading(4, 'note', 'Note')}<p>Three.</p></main><p>Foot</p>`
  const sections = sectionsOf(html)
  assert.deepEqual(
    sections.map(({ id, title }) => [id, title]),
    [
      ['routers', 'Routers'],
      ['a-map', 'A Map & a rank'],
    ],
  )
  assert.match(sections[1].html, /Two\.[\s\S]*Three\./)
  assert.doesNotMatch(sections[1].html, /Foot/)
  assert.deepEqual(sectionsOf('<html><body>No text</body></html>'), [])
})

test('a section says where it is, and which symbols its listings show', () => {
  const html = `${heading(2, 'fill', 'Fill "it"')}<figure><pre aria-label="code/ch06/lib/table.js (RouteTable.#tableFor,#insert)"><code>x</code></pre></figure><pre aria-label="code/ch06/lib/all.js (..options^)"></pre><pre aria-label="Terminal">$ ls</pre>`
  const made = documentOf({ id: 'fill', title: 'Fill "it"', html }, page)
  const meta = Object.fromEntries(
    [...made.matchAll(/meta="(\w+)\[content\]" content="([^"]*)"/g)].map(
      ([, name, content]) => [name, content],
    ),
  )
  assert.deepEqual(meta, {
    title: 'Fill &quot;it&quot;',
    page: 'Routers',
    chapter: '06',
    symbols: 'RouteTable.#tableFor #insert options',
  })
})

test('the first section of a chapter is its opening', () => {
  const section = { id: 'routers', title: 'Routers', html: '' }
  assert.match(documentOf(section, page), /"opening\[content\]"/)
  const other = documentOf(section, { ...page, isOpening: false })
  assert.doesNotMatch(other, /opening/)
  const appendix = documentOf(section, { ...page, chapter: null })
  assert.doesNotMatch(appendix, /chapter/)
})

test('marks stand where code begins and ends', () => {
  const html =
    '<p>Before.</p><a class="listing-path">x.js</a><pre><code>a</code></pre><p>After.</p>'
  assert.match(
    documentOf({ id: 'x', title: 'X', html }, page),
    /Before\.<\/p><p>⟦<\/p><a .*<\/a><p>⟦<\/p><pre>.*<\/pre><p>⟧<\/p><p>After/,
  )
})
