/** Text for a terminal: colours where they are wanted, and Markdown. */

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

/** @param {boolean} colours @returns {Paint} */
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

/**
 * @param {string} line of Markdown, a whole paragraph
 * @param {number} width columns
 * @returns {string[]} what belongs to a list item is indented as it is
 */
function wrap(line, width) {
  const [, mark = ''] = /^((?:\s*(?:[-*>]|\d+\.) )?\s*)/.exec(line) ?? []
  const indent = mark.startsWith('>') ? mark : ' '.repeat(mark.length)
  /** @type {string[]} */
  const lines = []
  let current = mark
  for (const word of line.slice(mark.length).split(/ +/)) {
    const isFirst = current === mark || current === indent
    if (!isFirst && current.length + 1 + word.length > width) {
      lines.push(current)
      current = indent + word
    } else current += isFirst ? word : ` ${word}`
  }
  return [...lines, current]
}

/** What stands in sentences: code, strong and stressed words. */
const inline = /(`[^`]+`)|\*\*([^*]+)\*\*|(?<!\*)\*([^*\s][^*]*)\*/g

/** @param {string} text @param {Paint} paint */
const painted = (text, paint) =>
  text.replace(inline, (_, code, strong, stressed) =>
    code ? paint('cyan', code) : strong ? paint('bold', strong) : stressed,
  )

/** A link to another page leads nowhere from here. @param {string} text */
const withoutLinks = (text) =>
  text.replace(/!?\[([^\]]*)\]\(([^()\s]+)\)/g, (_, words, target) =>
    /^https?:/.test(target) ? `${words} (${target})` : words,
  )

/**
 * Markdown that can be read in a terminal: with its paragraphs wrapped, and
 * without what only a page can show.
 *
 * @param {string} text
 * @param {{ width: number, paint: Paint }} options
 * @returns {string} without a line feed at the end
 */
export function renderMarkdown(text, { width, paint }) {
  // Code is between the odd ones.
  const parts = text.split(/^ *```.*\n?/m)
  const shown = parts.map((part, i) => {
    if (i % 2 === 1) {
      return part.replace(/^.+$/gm, (line) => `    ${paint('cyan', line)}`)
    }
    const lines = withoutLinks(part.replace(/^<[^>]*>|<\/?\w+>/gm, ''))
      .split('\n')
      .flatMap((line) => wrap(line, width))
    return painted(lines.join('\n'), paint)
  })
  return shown
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * The lines of two texts that differ, with the lines around them.
 *
 * @param {import('diff').StructuredPatch} patch
 * @param {Paint} paint
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
