import assert from 'node:assert/strict'
import { test } from 'node:test'
import { painter, renderMarkdown, wantsColours } from './terminal.js'

const plain = painter(false)

/** @param {string} text @param {number} [width] */
const render = (text, width = 40) =>
  renderMarkdown(text, { width, paint: plain })

test('paragraphs are wrapped, and code keeps its marks', () => {
  assert.equal(
    render('One **two** *three*, `four five`: six.\nSeven [eight](x.md).', 22),
    'One two three,\n`four five`: six.\nSeven eight.',
  )
})

test('no line is longer than the terminal', () => {
  const text = 'a bc def ghij klmno '.repeat(20)
  for (const list of ['', '- ', '> ', '1. ']) {
    for (const line of render(list + text, 30).split('\n')) {
      assert.ok(line.length <= 30, line)
    }
  }
})

test('lists, quotations and code keep their shape', () => {
  const text = [
    '- one two three four five six',
    '- 2',
    '',
    '> quoted text that is long enough',
    '',
    '```js',
    'const a = 1',
    '',
    'const b = 2 // a line that is longer than the terminal is',
    '```',
  ].join('\n')
  assert.equal(
    render(text, 20),
    [
      '- one two three four',
      '  five six',
      '- 2',
      '',
      '> quoted text that',
      '> is long enough',
      '',
      '    const a = 1',
      '',
      '    const b = 2 // a line that is longer than the terminal is',
    ].join('\n'),
  )
})

test('a link to the web says where, HTML only what it says', () => {
  assert.equal(
    render(
      'See [RFC 9112](https://rfc.example/9112).\n\n<div>\n<b>Hi</b>\n</div>',
      60,
    ),
    'See RFC 9112 (https://rfc.example/9112).\n\nHi',
  )
})

test('colours surround text, and never its length', () => {
  const paint = painter(true)
  const text = 'One **two** `three` four five six seven eight nine'
  const painted = renderMarkdown(text, { width: 20, paint })
  const start = '\x1b['
  assert.ok(painted.includes(`${start}1mtwo${start}22m`))
  assert.ok(painted.includes(`${start}36m\`three\`${start}39m`))
  const bare = painted
    .split(start)
    .map((piece, i) => (i > 0 ? piece.replace(/^\d+m/, '') : piece))
    .join('')
  assert.equal(bare, 'One two `three`\nfour five six seven\neight nine')
})

test('colours are for terminals whose user wants them', () => {
  assert.equal(wantsColours({ isTTY: true }, {}), true)
  assert.equal(wantsColours({ isTTY: true }, { NO_COLOR: '1' }), false)
  assert.equal(wantsColours({ isTTY: true }, { TERM: 'dumb' }), false)
  assert.equal(wantsColours({}, {}), false)
})
