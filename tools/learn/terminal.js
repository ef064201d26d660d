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

/** @typedef {Record<string, (token: Token) => void>} Rules by type of token */

/** A code span that is shorter is one word. */
const longCode = 40

/** Collects the words of a paragraph; one may consist of several tokens. */
class WordCollector {
  /** @type {Word[]} */
  words = []
  #paint
  /** Whether colours do not tell what is code. */
  #bare
  /** Whether what comes next belongs to the last word. */
  #joins = false
  /** @type {Colour[]} */
  #styles = []
  /** @type {string[]} targets of those that are open */
  #links = []

  /** @param {Paint} paint */
  constructor(paint) {
    this.#paint = paint
    this.#bare = paint('cyan', 'x') === 'x'
  }

  /** @type {Rules} */
  #rules = {
    text: ({ content }) => this.#addText(content, this.#styles),
    image: ({ content }) => this.#addText(content, this.#styles),
    code_inline: ({ content }) => this.#addCode(content),
    softbreak: () => this.#endWord(),
    hardbreak: () => this.#breakLine(),
    strong_open: () => this.#styles.push('bold'),
    strong_close: () => this.#styles.pop(),
    link_open: (link) => this.#links.push(String(link.attrGet('href') ?? '')),
    link_close: () => this.#closeLink(),
  }

  /** @param {Token} token an inline one */
  take(token) {
    this.#rules[token.type]?.(token)
  }

  /** @param {string} text @param {Colour[]} colours */
  #add(text, colours) {
    const painted = colours.reduce(
      (inner, one) => this.#paint(one, inner),
      text,
    )
    const last = this.words.at(-1)
    if (this.#joins && last) {
      last.text += text
      last.painted += painted
    } else this.words.push({ text, painted })
    this.#joins = true
  }

  /** @param {string} text @param {Colour[]} colours */
  #addText(text, colours) {
    for (const piece of text.split(/([ \n]+)/)) {
      if (/^[ \n]/.test(piece)) this.#endWord()
      else if (piece !== '') this.#add(piece, colours)
    }
  }

  /** @param {string} content */
  #addCode(content) {
    const code = this.#bare ? `\`${content}\`` : content
    /** @type {Colour[]} */
    const colours = [...this.#styles, 'cyan']
    if (code.length < longCode) this.#add(code, colours)
    else this.#addText(code, colours)
  }

  #endWord() {
    this.#joins = false
  }

  #breakLine() {
    this.words.push({ text: '\n', painted: '' })
    this.#endWord()
  }

  #closeLink() {
    // A link to another page leads nowhere from here.
    const target = this.#links.pop() ?? ''
    if (/^https?:/.test(target)) this.#addText(` (${target})`, this.#styles)
  }
}

/**
 * @param {Token[]} tokens inline ones
 * @param {Paint} paint
 * @returns {Word[]}
 */
function wordsOf(tokens, paint) {
  const collector = new WordCollector(paint)
  for (const token of tokens) collector.take(token)
  return collector.words
}

const markdown = new MarkdownIt({ html: true })

/** Collects the lines of a text. */
class MarkdownRenderer {
  #text
  #width
  #paint
  /** @type {string[]} */
  #lines = []
  /**
   * What begins the lines of the lists and quotations that are open.
   *
   * @type {{ first: string | null, rest: string }[]}
   */
  #open = []
  /** @type {number[]} of the next item of the lists that are open, or NaN */
  #numbers = []
  /** @type {string[] | null} of the row that is open */
  #cells = null

  /**
   * @param {string} text Markdown
   * @param {{ width: number, paint: Paint }} options
   */
  constructor(text, { width, paint }) {
    this.#text = text
    this.#width = width
    this.#paint = paint
  }

  /** @type {Rules} */
  #rules = {
    ordered_list_open: (list) =>
      this.#numbers.push(Number(list.attrGet('start') ?? 1)),
    bullet_list_open: () => this.#numbers.push(Number.NaN),
    ordered_list_close: () => this.#numbers.pop(),
    bullet_list_close: () => this.#numbers.pop(),
    list_item_open: (item) => this.#openItem(item),
    list_item_close: () => this.#open.pop(),
    blockquote_open: () => this.#openQuotation(),
    blockquote_close: () => this.#open.pop(),
    paragraph_open: ({ hidden }) => {
      if (!hidden) this.#gap()
    },
    heading_open: () => this.#gap(),
    table_open: () => this.#gap(),
    tr_open: () => {
      this.#cells = []
    },
    tr_close: () => this.#putRow(),
    inline: (token) => this.#putInline(token),
    fence: ({ content }) => this.#putCode(content),
    code_block: ({ content }) => this.#putCode(content),
    html_block: ({ content }) => this.#putHtml(content),
  }

  /** @returns {string} */
  render() {
    for (const token of markdown.parse(this.#text, {})) {
      this.#rules[token.type]?.(token)
    }
    return this.#lines.join('\n').replace(/\n+$/, '')
  }

  /** What begins a line that is not the first of an item. */
  get #prefix() {
    return this.#open.map(({ rest }) => rest).join('')
  }

  /** How many columns are left. */
  get #room() {
    return Math.max(10, this.#width - this.#prefix.length)
  }

  /** @param {string[]} block its lines */
  #put(block) {
    for (const line of block) {
      const prefix = this.#open.map((level) => {
        const { first, rest } = level
        level.first = null
        return first ?? rest
      })
      this.#lines.push(`${prefix.join('')}${line}`.trimEnd())
    }
  }

  /** An empty line, where there is none and no item has just begun. */
  #gap() {
    const isOpened = this.#open.some(({ first }) => first !== null)
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '' && !isOpened) {
      this.#lines.push(this.#prefix.trimEnd())
    }
  }

  /** @param {Token} token */
  #openItem(token) {
    const number = this.#numbers.at(-1) ?? Number.NaN
    const mark = Number.isNaN(number) ? '-' : `${number}.`
    this.#numbers[this.#numbers.length - 1] += 1
    if (token.map?.[0] !== undefined && !isTight(token, this.#text)) this.#gap()
    this.#open.push({ first: `${mark} `, rest: ' '.repeat(mark.length + 1) })
  }

  #openQuotation() {
    this.#gap()
    this.#open.push({ first: null, rest: '│ ' })
  }

  #putRow() {
    this.#put([(this.#cells ?? []).join(' | ')])
    this.#cells = null
  }

  /** @param {Token} token of a cell or a block */
  #putInline(token) {
    const words = wordsOf(token.children ?? [], this.#paint)
    if (this.#cells) {
      this.#cells.push(words.map(({ painted }) => painted).join(' '))
    } else this.#put(wrap(words, this.#room))
  }

  /** @param {string} content */
  #putCode(content) {
    this.#gap()
    const code = content.replace(/\n$/, '').split('\n')
    this.#put(code.map((line) => `    ${this.#paint('cyan', line)}`))
  }

  /** @param {string} content */
  #putHtml(content) {
    this.#gap()
    this.#put(wrap(plainWords(content), this.#room))
  }
}

/**
 * @param {string} text Markdown
 * @param {{ width: number, paint: Paint }} options
 * @returns {string} without a line feed at the end
 */
export const renderMarkdown = (text, options) =>
  new MarkdownRenderer(text, options).render()

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
