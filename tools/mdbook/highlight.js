import { createRequire } from 'node:module'
import { highlightedLines } from '../../common/highlight-lines.js'
import { escapeHtml } from './html.js'

/** How highlight.js names the language of a file, by its ending. */
const byExtension = new Map(
  Object.entries({
    '.js': 'javascript',
    '.mjs': 'javascript',
    '.cjs': 'javascript',
    '.ts': 'typescript',
    '.json': 'json',
    '.rs': 'rust',
    '.toml': 'ini',
    '.lua': 'lua',
    '.sh': 'bash',
  }),
)

/**
 * The language of a file, as highlight.js names it.
 *
 * @param {string} file
 * @returns {string | null} null for one that is shown plain
 */
export function languageOf(file) {
  const extension = /\.[a-z]+$/.exec(file)?.[0] ?? ''
  return byExtension.get(extension) ?? null
}

const require = createRequire(import.meta.url)

/** @typedef {typeof import('highlight.js').default} Highlighter */

/** @type {Highlighter | undefined} loaded when needed */
let highlighter

/** @returns {Highlighter} */
function loadHighlighter() {
  if (highlighter) return highlighter
  /** @type {Highlighter} */
  const core = require('highlight.js/lib/core')
  for (const name of new Set(byExtension.values())) {
    core.registerLanguage(name, require(`highlight.js/lib/languages/${name}`))
  }
  highlighter = core
  return core
}

/**
 * @param {string[]} lines of code
 * @param {string | null} language
 * @returns {string[]} HTML, one entry per line, each of which stands alone
 */
export function highlightLines(lines, language) {
  if (!language) return lines.map(escapeHtml)
  const code = lines.join('\n')
  return highlightedLines(
    loadHighlighter().highlight(code, { language, ignoreIllegals: true }).value,
  )
}
