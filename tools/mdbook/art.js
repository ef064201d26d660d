/**
 * The book's one picture: the bytes of a request on their way, below its
 * title. It is on the card that others show of a page. `npm run cards` draws the
 * cards (tools/pdf/cards.js).
 */
import { createHash } from 'node:crypto'
import path from 'node:path'
import { root } from '../lib/paths.js'
import { escapeHtml } from './html.js'
import { strings } from './strings.js'

/** What a card measures, in px: what those who show it expect. */
export const cardSize = { width: 1200, height: 630 }

/** A byte each; the ends of lines as programs write them. */
const message = [
  ...'GET /hello HTTP/1.1',
  '\\r',
  '\\n',
  ...'Host: localhost:8080',
  '\\r',
  '\\n',
  '\\r',
  '\\n',
]

/** The parts of a request, in the colours that the byte inspector has. */
const parts = [
  { end: 4, fill: '#cfe3f7' },
  { end: 11, fill: '#d5efd9' },
  { end: 21, fill: '#fbe3c4' },
  { end: 27, fill: '#ecdcf7' },
  { end: 43, fill: '#d3eeee' },
  { end: Infinity, fill: '#e8e6df' },
]

/**
 * Rows of bytes, each beginning further on in the request: they go in on one
 * side and leave on the other.
 *
 * @param {object} options
 * @param {number} options.width
 * @param {number} options.top
 * @param {number} options.size of a byte
 * @param {number} options.rows
 * @returns {string} SVG
 */
export function byteRows({ width, top, size, rows }) {
  const step = size * 1.12
  const count = Math.ceil(width / step) + 2
  let cells = ''
  for (let row = 0; row < rows; row++) {
    const y = top + row * step
    const opacity = 1 - row * (0.8 / rows)
    let bytes = ''
    for (let i = 0; i < count; i++) {
      const at = (i + row * 13) % message.length
      const { fill } = parts.find(({ end }) => at < end) ?? parts[0]
      const x = i * step - ((row * 0.37) % 1) * step
      bytes +=
        `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${size}" height="${size}" rx="${size / 8}" fill="${fill}"/>` +
        `<text class="byte" x="${(x + size / 2).toFixed(1)}" y="${(y + size * 0.67).toFixed(1)}" font-size="${(size * (message[at].length > 1 ? 0.42 : 0.52)).toFixed(1)}">${escapeHtml(message[at])}</text>`
    }
    cells += `<g opacity="${opacity.toFixed(2)}">${bytes}</g>`
  }
  return cells
}

/**
 * Breaks a text where its lines come out alike.
 *
 * @param {string} text
 * @param {number} longest how many characters a line may have
 * @returns {string[]} one or two lines, more if the words do not allow it
 */
export function balancedLines(text, longest) {
  if (text.length <= longest) return [text]
  const words = text.split(' ')
  const count = Math.ceil(text.length / longest)
  const fair = text.length / count
  /** @type {string[]} */
  const lines = []
  for (const word of words) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    const isFull =
      last === undefined ||
      (lines.length < count && longer.length - fair > fair - last.length)
    if (isFull) lines.push(word)
    else lines[lines.length - 1] = longer
  }
  return lines
}

/** The look of the words; the fonts are the book's. */
export const artStyle = `
  .title { font: 680 84px "Source Serif 4", serif; fill: #22262b; letter-spacing: -0.022em }
  .kind { font: 650 25px "Source Sans 3", sans-serif; fill: #1b6b4a }
  .about { font: 400 33px "Source Sans 3", sans-serif; fill: #5c6066 }
  .byte { font-family: "Source Code Pro", monospace; font-weight: 500; fill: #202327; text-anchor: middle }
`

/** @param {string} language @returns {string} SVG of the language's card */
export function cardSvg(language) {
  const { width, height } = cardSize
  const t = strings(language)
  /** @param {string} name @param {string[]} lines @param {number} y @param {number} step */
  const text = (name, lines, y, step) =>
    lines
      .map(
        (line, i) =>
          `<text class="${name}" x="72" y="${y + i * step}">${escapeHtml(line)}</text>`,
      )
      .join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<style>${artStyle}</style><rect width="100%" height="100%" fill="#fdfcf8"/>` +
    text('kind', [`Velocy · ${t.bookKind}`], 92, 0) +
    text('title', balancedLines(t.bookTitle, 24), 196, 96) +
    '<rect x="72" y="328" width="96" height="7" fill="#1b6b4a"/>' +
    text('about', balancedLines(t.bookDescription, 72), 392, 42) +
    `${byteRows({ width, top: 462, size: 52, rows: 4 })}</svg>`
  )
}

/**
 * The name says what is drawn: with other words it is another file.
 *
 * @param {string} language
 * @returns {string} absolute path of the language's card
 */
export function cardFile(language) {
  const hash = createHash('sha256').update(cardSvg(language)).digest('hex')
  const name = `card-${language}-${hash.slice(0, 8)}.png`
  return path.join(root, 'theme', 'cards', name)
}
