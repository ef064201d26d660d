import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawingSheet } from './drawing-sheet.js'

/** @param {string} title @param {string} text */
const page = (title, text) =>
  `<html><head><title>${title}</title></head><body class="${title}">` +
  `<main><h1>${title}</h1>${text}</main><nav>next</nav></body></html>`

/** @param {string} id */
const drawing = (id) =>
  `<figure id="${id}"><div class="wide drawing"><svg></svg></div></figure>`

test('of each page the blocks with drawings, in the frame of the first', () => {
  const { html, counts } = drawingSheet([
    page('one', `<p>before</p>${drawing('a')}<p>after</p>`),
    page('two', '<p>nothing, and no <svg></svg></p>'),
    page('three', `<ul><li>${drawing('b')}</li><li>${drawing('c')}</li></ul>`),
  ])
  assert.deepEqual(counts, [1, 0, 2])
  const list = `<ul><li>${drawing('b')}</li><li>${drawing('c')}</li></ul>`
  const between = `\n${drawing('a')}\n${list}\n`
  const empty = page('one', '').replace('<h1>one</h1>', between)
  assert.equal(html, empty)
})

test('a page that is not a built one is an error', () => {
  assert.throws(() => drawingSheet(['<p>Not Found</p>']), /without <main>/)
})
