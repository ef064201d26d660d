import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { finishDrawing } from './drawing.js'

const svg = `<svg viewBox="0 0 300 100" xmlns="http://www.w3.org/2000/svg">
  <g class="fit">
    <rect class="box accent" x="5" y="5" width="120" height="30"/>
    <text class="text middle" x="65" y="24">{table}</text>
  </g>
  <path class="arrow muted" d="M 130 20 H 200"/>
  <text class="code small" x="205" y="24">pages['x'] &lt; 2</text>
</svg>
`

/**
 * @param {string} source
 * @param {Record<string, string>} labels
 * @returns {import('../book-model/figures.js').Figure}
 */
const figureOf = (source, labels) => ({
  name: 'x',
  file: 'x.svg',
  source,
  text: { caption: 'A.', alt: 'B.', labels },
  language: 'en',
})

describe('a drawing is refused with', () => {
  /** @type {[string, string, string, RegExp][]} */
  const cases = [
    [
      'a label that has no words',
      '{table}',
      '{tables}',
      /x\.svg has the labels tables, and the strings beside it have table for "x"/,
    ],
    [
      'words that it does not show',
      '{table}',
      'x',
      /x\.svg has the labels none, and the strings beside it have table/,
    ],
    [
      'a colour',
      'class="box accent"',
      'class="box" fill="#f00"',
      /x\.svg:3: got <rect class="box" fill="#f00" .*>, expected a drawing as/,
    ],
    [
      'a style',
      'class="box accent"',
      'class="box" style="fill: red"',
      /x\.svg:3: got <rect .*style="fill: red"/,
    ],
    [
      'a class that there is not',
      'box accent',
      'box red',
      /x\.svg:3: got <rect class="box red"/,
    ],
    [
      'a shape without a class',
      ' class="arrow muted"',
      '',
      /x\.svg:6: got <path d=/,
    ],
    [
      'what is no drawing',
      '<path',
      '<image href="x.png"/><path',
      /x\.svg:6: got <image /,
    ],
    [
      'a shape that is not closed',
      'height="30"/>',
      'height="30">',
      /x\.svg:2: got <g class="fit">/,
    ],
    [
      'words that stand nowhere',
      '<g class="fit">',
      'words <g class="fit">',
      /got "words" outside of <text>/,
    ],
    [
      'a group without its shape',
      '<rect class="box accent" x="5" y="5" width="120" height="30"/>',
      '',
      /x\.svg:2: got <g class="fit">/,
    ],
    [
      'a width that no phone has',
      '0 0 300 100',
      '0 0 600 100',
      /got <svg viewBox="0 0 600 100".* W 420 at most/,
    ],
    [
      'a size of its own',
      '<svg ',
      '<svg width="300" ',
      /x\.svg: got <svg width="300"/,
    ],
  ]
  for (const [what, from, to, message] of cases) {
    test(what, () => {
      assert.ok(svg.includes(from), from)
      const figure = figureOf(svg.replace(from, to), { table: 'x' })
      assert.throws(() => finishDrawing(figure), { message })
    })
  }
})

const good = `<svg viewBox="0 0 420 140">
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
  <path class="line" d="M 200 90 L 260 130"/>
  <text class="text small middle" x="235" y="28">42</text>
  <rect class="cell" x="10" y="100" width="30" height="30"/>
</svg>`

/** @type {[string, string, string, RegExp][]} */
const misfits = [
  [
    'wider than their box',
    '>/users/:id<',
    '>/users/:id/notes<',
    /^x\.svg \(en\): "\/users\/:id\/notes" does not fit its <rect class="box">$/,
  ],
  [
    'below their box',
    'x="20" y="50"',
    'x="20" y="60"',
    /"a route" does not fit/,
  ],
  [
    'wider than their circle',
    '>id<',
    '>arguments<',
    /"arguments" does not fit its <circle class="box accent">/,
  ],
  [
    'on words',
    'x="20" y="50"',
    'x="20" y="36"',
    /"\/users\/:id" and "a route" overlap$/,
  ],
  [
    'on an arrow',
    'x="235" y="28"',
    'x="235" y="38"',
    /: a line of <path class="arrow"> goes through "42"$/,
  ],
  [
    'on an oblique line',
    'x="235" y="28"',
    'x="230" y="112"',
    /: a line of <path class="line"> goes through "42"$/,
  ],
  [
    'on the edge of a cell',
    'x="235" y="28"',
    'x="40" y="118"',
    /a line of <rect class="cell"> goes through "42"/,
  ],
  [
    'outside of the drawing',
    'class="text small middle" x="235"',
    'class="text small middle" x="416"',
    /"42" leaves the drawing$/,
  ],
]

describe('words do not fit that are', () => {
  test('the others do', () => {
    assert.match(finishDrawing(figureOf(good, {})), />a route</)
  })
  for (const [what, from, to, message] of misfits) {
    test(what, () => {
      assert.ok(good.includes(from), from)
      const figure = figureOf(good.replace(from, to), {})
      assert.throws(() => finishDrawing(figure), { message })
    })
  }
})

test('a shape that leaves the drawing is refused', () => {
  const figure = figureOf(good.replace('cx="380"', 'cx="395"'), {})
  const message = /<circle class="box accent"> leaves the drawing/
  assert.throws(() => finishDrawing(figure), { message })
})

test('a translation is measured with its own words', () => {
  const source = good.replace('a route', '{route}')
  const figure = figureOf(source, { route: 'uma rota que não cabe' })
  const message = /^x\.svg \(pt-BR\): "uma rota que não cabe" does not fit/
  assert.throws(() => finishDrawing({ ...figure, language: 'pt-BR' }), {
    message,
  })
})
