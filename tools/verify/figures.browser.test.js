/** The check of drawings, on drawings that are broken. */
// @reads theme/
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { launchChromium } from '../browsers/chromium.js'
import { chromium } from '../processes/toolchain.js'
import { misfitsOf } from './figures.js'

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
]

/** @param {string} source */
const figureOf = (source) => ({
  name: 'x',
  file: 'x.svg',
  source: `<svg viewBox="0 0 420 140">${source}</svg>`,
  text: { caption: 'A.', alt: 'B.', labels: {} },
  textFile: 'strings.json',
  language: 'en',
})

const { path: browserPath, reason } = chromium()

describe('the labels of a drawing', {
  skip: browserPath ? false : reason,
}, () => {
  /** @type {import('playwright-core').Browser} */
  let browser
  before(async () => {
    browser = await launchChromium()
  })
  after(() => browser.close())

  /** @param {string} source @returns {Promise<string[]>} */
  async function misfitsIn(source) {
    const found = await misfitsOf(browser, [figureOf(good), figureOf(source)])
    return found.map(({ file, message }) => {
      assert.equal(file, 'x.svg')
      return message
    })
  }

  test('fit where they should', async () => {
    assert.deepEqual(await misfitsIn(good), [])
  })

  for (const [what, from, to, expected] of broken) {
    test(`do not: ${what}`, async () => {
      assert.ok(good.includes(from), from)
      const found = await misfitsIn(good.replace(from, to))
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
