/** The check of drawings, on drawings that are broken. */
// @reads theme/
import assert from 'node:assert/strict'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { pagesInChromium } from '../browsers/pages.js'
import { serveFolder } from '../browsers/static-server.js'
import { root } from '../lib/paths.js'
import { finishDrawing } from '../mdbook/drawing.js'
import { chromium } from '../processes/toolchain.js'
import { leastType, measureDrawings } from './drawing-fit.js'

const good = `
  <g class="fit">
    <rect class="box" x="10" y="10" width="110" height="50"/>
    <text class="code" x="20" y="30">/users/:id</text>
    <text class="text small" x="20" y="50">a route</text>
  </g>
  <g class="fit">
    <circle class="box accent" cx="380" cy="35" r="30"/>
    <text class="text middle" x="380" y="39">id</text>
  </g>
  <path class="arrow" d="M 122 35 H 345"/>
  <text class="text small middle" x="235" y="28">42</text>
  <g transform="translate(10 100)">
    <rect class="cell" x="0" y="0" width="30" height="30"/>
    <text class="code middle" x="15" y="20">a</text>
  </g>`

/** @type {[string, string, string, RegExp[]][]} */
const broken = [
  [
    'words wider than their box',
    '>/users/:id<',
    '>/users/:id/notes<',
    [
      /"\/users\/:id\/notes" does not fit its <rect class="box">: got 124\.\d by .* expected 3 from each side of 110 by 50 at 10, 10/,
    ],
  ],
  [
    'words below their box',
    'x="20" y="50"',
    'x="20" y="60"',
    [/"a route" does not fit/],
  ],
  [
    'words wider than their circle, and not than the square around it',
    '>id<',
    '>argument<',
    [/"argument" does not fit its <circle class="box accent">/],
  ],
  [
    'words on words',
    'x="20" y="50"',
    'x="20" y="36"',
    [/"\/users\/:id" and "a route" overlap: got /],
  ],
  [
    'words on an arrow',
    'x="235" y="28"',
    'x="235" y="38"',
    [/a line of <path class="arrow"> goes through "42" at 2\d\d\.?\d*, 35/],
  ],
  [
    'words on the edge of a moved cell',
    'x="15" y="20"',
    'x="31" y="20"',
    [/a line of <rect class="cell"> goes through "a" at 40, 1\d\d/],
  ],
  [
    'words outside of the drawing',
    'class="text small middle" x="235"',
    'class="text small middle" x="416"',
    [/"42" is not wholly in the drawing: .* expected it inside 420 by 140/],
  ],
  [
    'a shape outside of the drawing',
    'cx="380"',
    'cx="395"',
    [/<circle class="box accent"> is not wholly in the drawing/],
  ],
  [
    'type that is too small for a phone',
    'translate(10 100)',
    'translate(10 100) scale(0.7)',
    [/"a" is set in 7\.\d px on a window of 360 px, expected 8\.5 px at least/],
  ],
]

/** @param {string} source */
function drawing(source) {
  const svg = `<svg viewBox="0 0 420 140">${source}</svg>`
  const text = { caption: 'A.', alt: 'B.', labels: {} }
  return finishDrawing(
    {
      name: 'x',
      file: 'x.svg',
      kind: 'svg',
      source: svg,
      text,
      textFile: 'strings.json',
      language: 'en',
    },
    svg,
  )
}

/** @param {string} source */
const pageOf = (source) => `<!doctype html><html lang="en" class="light">
<meta name="viewport" content="width=device-width"><title>A drawing</title>
<style>html { font-size: 62.5% } :root { --page-padding: 15px }
body { margin: 0 } .content { padding: 0 var(--page-padding) }</style>
${['fonts/fonts', 'css/book', 'css/drawing'].map((name) => `<link rel="stylesheet" href="${name}.css">`).join('')}
<div class="content"><main><figure class="drawing" id="figure-x">${drawing(source)}<figcaption>A.</figcaption></figure></main></div></html>`

const { path: browserPath, reason } = chromium()

describe('the labels of a drawing', {
  skip: browserPath ? false : reason,
}, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'drawings-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['css', 'fonts']) {
    cpSync(path.join(root, 'theme', name), path.join(folder, name), {
      recursive: true,
    })
  }
  // mdBook puts the names in.
  const fonts = path.join(folder, 'fonts', 'fonts.css')
  const css = readFileSync(fonts, 'utf8')
  writeFileSync(fonts, css.replace(/\{\{ resource "fonts\/(.*?)" \}\}/g, '$1'))
  writeFileSync(path.join(folder, 'favicon.ico'), '')
  const pages = pagesInChromium(() => serveFolder(folder))

  /** @param {string} source @returns {Promise<string[]>} */
  async function misfitsOf(source) {
    writeFileSync(path.join(folder, 'index.html'), pageOf(source))
    /** @type {string[]} */
    let messages = []
    await pages.withPage(
      'index.html',
      async (page) => {
        const found = await page.evaluate(measureDrawings, leastType)
        assert.equal(found.count, 1)
        messages = found.misfits.map(({ figure, message }) => {
          assert.equal(figure, 'x')
          return message
        })
      },
      { width: 360 },
    )
    return messages
  }

  test('fit where they should', async () => {
    assert.deepEqual(await misfitsOf(good), [])
  })

  for (const [what, from, to, expected] of broken) {
    test(`do not: ${what}`, async () => {
      assert.ok(good.includes(from), from)
      const found = await misfitsOf(good.replace(from, to))
      assert.equal(found.length, expected.length, found.join('\n'))
      for (const message of expected) {
        assert.ok(
          found.some((one) => message.test(one)),
          found.join('\n'),
        )
      }
    })
  }
})
