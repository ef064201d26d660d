/** Text for a terminal: colours where they are wanted, and Markdown. */
import MarkdownIt from 'markdown-it'

/** @typedef {import('markdown-it').Token} Token */

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
}

/** @typedef {keyof typeof codes} Colour */
/** @typedef {(colour: Colour, text: string) => string} Paint */

/**
 * @param {boolean} colours
 * @returns {Paint}
 */
export const painter = (colours) => (colour, text) => {
  if (!colours || text === '') return text
  const [on, off] = codes[colour]
  return `\x1b[${on}m${text}\x1b[${off}m`
}

/**
 * Whether to write colours: https://no-color.org, and a terminal.
 *
 * @param {{ isTTY?: boolean }} stream
 * @param {NodeJS.ProcessEnv} env
 */
export const wantsColours = (stream, env) =>
  Boolean(stream.isTTY) && !env.NO_COLOR && env.TERM !== 'dumb'

/** @typedef {{ text: string, painted: string }} Word */

/**
 * @param {Word[]} words
 * @param {number} width columns
 * @returns {string[]}
 */
function wrap(words, width) {
  /** @type {string[]} */
  const lines = []
  let line = ''
  let used = 0
  for (const { text, painted } of words) {
    const size = [...text].length
    if (text === '\n' || (used > 0 && used + 1 + size > width)) {
      lines.push(line)
      line = ''
      used = 0
      if (text === '\n') continue
    }
    line += used > 0 ? ` ${painted}` : painted
    used += used > 0 ? size + 1 : size
  }
  if (line !== '') lines.push(line)
  return lines
}

/**
 * The words of a paragraph; one may consist of several tokens, and a short
 * code span is one word.
 *
 * @param {Token[]} tokens inline ones
 * @param {Paint} paint
 * @returns {Word[]}
 */
function wordsOf(tokens, paint) {
  /** @type {Word[]} */
  const words = []
  let joins = false
  /** @type {Colour[]} */
  const styles = []
  /** @param {string} text @param {Colour[]} colours */
  const add = (text, colours) => {
    const painted = colours.reduce((inner, one) => paint(one, inner), text)
    const last = words.at(-1)
    if (joins && last) {
      last.text += text
      last.painted += painted
    } else words.push({ text, painted })
    joins = true
  }
  /** @param {string} text @param {Colour[]} colours */
  const addText = (text, colours) => {
    text.split(/([ \n]+)/).forEach((piece) => {
      if (piece === '') return
      if (/^[ \n]/.test(piece)) joins = false
      else add(piece, colours)
    })
  }
  /** @type {string[]} */
  const links = []
  const bare = paint('cyan', 'x') === 'x'
  for (const token of tokens) {
    if (token.type === 'text') addText(token.content, styles)
    else if (token.type === 'softbreak') joins = false
    else if (token.type === 'hardbreak') {
      words.push({ text: '\n', painted: '' })
      joins = false
    } else if (token.type === 'code_inline') {
      const code = bare ? `\`${token.content}\`` : token.content
      if (code.length < 40) add(code, [...styles, 'cyan'])
      else addText(code, [...styles, 'cyan'])
    } else if (token.type === 'strong_open') styles.push('bold')
    else if (token.type === 'strong_close') styles.pop()
    else if (token.type === 'link_open') {
      links.push(String(token.attrGet('href') ?? ''))
    } else if (token.type === 'link_close') {
      // A link to another page leads nowhere from here.
      const target = links.pop() ?? ''
      if (/^https?:/.test(target)) addText(` (${target})`, styles)
    } else if (token.type === 'image') addText(token.content, styles)
  }
  return words
}

const markdown = new MarkdownIt({ html: true })

/**
 * @param {string} text Markdown
 * @param {{ width: number, paint: Paint }} options
 * @returns {string} without a line feed at the end
 */
export function renderMarkdown(text, { width, paint }) {
  /** @type {string[]} */
  const lines = []
  /** What begins the lines of the lists and quotations that are open. */
  /** @type {{ first: string | null, rest: string, number?: number }[]} */
  const open = []
  /** @param {string[]} block */
  const put = (block) => {
    for (const line of block) {
      const prefix = open.map((level) => {
        const { first, rest } = level
        level.first = null
        return first ?? rest
      })
      lines.push(`${prefix.join('')}${line}`.trimEnd())
    }
  }
  const gap = () => {
    const isOpened = open.some(({ first }) => first !== null)
    if (lines.length > 0 && lines.at(-1) !== '' && !isOpened) {
      lines.push(
        open
          .map(({ rest }) => rest)
          .join('')
          .trimEnd(),
      )
    }
  }
  const room = () =>
    Math.max(10, width - open.map(({ rest }) => rest).join('').length)
  /** @type {number[]} */
  const numbers = []
  let cells = /** @type {string[] | null} */ (null)
  for (const token of markdown.parse(text, {})) {
    switch (token.type) {
      case 'ordered_list_open':
        numbers.push(Number(token.attrGet('start') ?? 1))
        break
      case 'bullet_list_open':
        numbers.push(Number.NaN)
        break
      case 'ordered_list_close':
      case 'bullet_list_close':
        numbers.pop()
        break
      case 'list_item_open': {
        const number = numbers.at(-1) ?? Number.NaN
        const mark = Number.isNaN(number) ? '-' : `${number}.`
        numbers[numbers.length - 1] += 1
        if (token.map?.[0] !== undefined && !isTight(token, text)) gap()
        open.push({ first: `${mark} `, rest: ' '.repeat(mark.length + 1) })
        break
      }
      case 'blockquote_open':
        gap()
        open.push({ first: null, rest: '│ ' })
        break
      case 'list_item_close':
      case 'blockquote_close':
        open.pop()
        break
      case 'paragraph_open':
        if (!token.hidden) gap()
        break
      case 'tr_open':
        cells = []
        break
      case 'tr_close':
        put([(cells ?? []).join(' | ')])
        cells = null
        break
      case 'table_open':
      case 'heading_open':
        gap()
        break
      case 'inline': {
        const words = wordsOf(token.children ?? [], paint)
        if (cells) cells.push(words.map(({ painted }) => painted).join(' '))
        else put(wrap(words, room()))
        break
      }
      case 'fence':
      case 'code_block': {
        gap()
        const code = token.content.replace(/\n$/, '').split('\n')
        put(code.map((line) => `    ${paint('cyan', line)}`))
        break
      }
      case 'html_block':
        gap()
        put(wrap(plainWords(token.content), room()))
        break
    }
  }
  return lines.join('\n').replace(/\n+$/, '')
}

/** @param {string} html @returns {Word[]} */
const plainWords = (html) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((text) => ({ text, painted: text }))

/**
 * Whether a list item follows the one before without an empty line.
 *
 * @param {Token} token
 * @param {string} text
 */
function isTight(token, text) {
  const line = token.map?.[0] ?? 0
  return line > 0 && text.split('\n')[line - 1].trim() !== ''
}

/**
 * The lines of two texts that differ, with the lines around them.
 *
 * @param {import('diff').StructuredPatch} patch
 * @param {Paint} paint
 * @returns {string[]}
 */
export const patchLines = ({ hunks }, paint) =>
  hunks.flatMap(({ lines, oldStart, newStart }, i) => [
    ...(i > 0 || oldStart > 1 || newStart > 1 ? ['  ⋯'] : []),
    ...lines
      .filter((line) => !line.startsWith('\\'))
      .map((line) => {
        const shown = `  ${line}`
        if (line.startsWith('+')) return paint('green', shown)
        return line.startsWith('-') ? paint('red', shown) : shown
      }),
  ])
