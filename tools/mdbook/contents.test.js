import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldContents, foldContentsScript } from './contents.js'

const item = (/** @type {string} */ inner) =>
  `<li class="chapter-item expanded ">${inner}</li>`
const link = (/** @type {string} */ href) => item(`<a href="${href}">x</a>`)
const part = (/** @type {string} */ title) =>
  item(`<li class="part-title">${title}</li>`)
const list = `<ol class="chapter">${link('index.html')}${part('One')}${link('a.html')}<ol class="section">${link('b.html')}</ol>${part('Two')}${link('c.html')}${item('<li class="spacer"></li>')}${link('changelog.html')}</ol>`

test('each part is a <details> of its chapters, open where nothing folds it', () => {
  const html = foldContents(`<body>${list}</body>`)
  assert.equal(html.match(/<details open data-part=/g)?.length, 2)
  const [, one] =
    /<summary>One<\/summary><ol class="part-chapters">(.*?)<\/details>/.exec(
      html,
    ) ?? []
  assert.match(one, /a\.html.*b\.html/)
  assert.doesNotMatch(one, /c\.html|index\.html/)
  const [before] = html.split('<details')
  assert.match(before, /index\.html/)
  const after = html.slice(html.lastIndexOf('</details>'))
  assert.match(after, /spacer.*changelog\.html/)
})

test('a chapter has two digits, as in the text', () => {
  const contents = (/** @type {string[]} */ ...numbers) =>
    `<ol class="chapter">${numbers.map((number) => item(`<strong aria-hidden="true">${number}</strong> x`)).join('')}</ol>`
  assert.equal(
    foldContents(contents('0.', '6.1.', '12.', '10.3.')),
    contents('00.', '06.1.', '12.', '10.3.'),
  )
})

test('a book without parts keeps its contents', () => {
  const html = `<ol class="chapter">${link('index.html')}</ol>`
  assert.equal(foldContents(html), html)
})

test('toc.js folds the parts after it has found the page, before it scrolls', () => {
  const script = foldContentsScript(`
        this.innerHTML = '${list}';
        mark();
        // Track and set sidebar scroll position
        scroll();`)
  const order = ['<details', 'mark()', 'function foldParts', 'scroll()']
  const places = order.map((text) => script.indexOf(text))
  assert.ok(!places.includes(-1), script)
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  new Function(script)
})

test('a toc.js of another mdBook is an error', () => {
  assert.throws(() => foldContentsScript('const a = 1'), /toc\.js is not as/)
})
