import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import ini from 'highlight.js/lib/languages/ini'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import lua from 'highlight.js/lib/languages/lua'
import rust from 'highlight.js/lib/languages/rust'
import typescript from 'highlight.js/lib/languages/typescript'
import { highlightedLines } from './highlight-lines.js'
import { escapeHtml } from './html.js'

const byExtension = new Map(
  Object.entries({
    '.js': ['javascript', javascript],
    '.mjs': ['javascript', javascript],
    '.cjs': ['javascript', javascript],
    '.ts': ['typescript', typescript],
    '.json': ['json', json],
    '.rs': ['rust', rust],
    '.toml': ['ini', ini],
    '.lua': ['lua', lua],
    '.sh': ['bash', bash],
  }),
)
for (const [name, language] of byExtension.values()) {
  hljs.registerLanguage(
    /** @type {string} */ (name),
    /** @type {import('highlight.js').LanguageFn} */ (language),
  )
}

/**
 * The language of a file, as highlight.js names it.
 *
 * @param {string} file
 * @returns {string | null} null for one that is shown plain
 */
export function languageOf(file) {
  const extension = /\.[a-z]+$/.exec(file)?.[0] ?? ''
  const known = byExtension.get(extension)
  return known ? /** @type {string} */ (known[0]) : null
}

/**
 * @param {string[]} lines of code
 * @param {string | null} language
 * @returns {string[]} HTML, one entry per line, each of which stands alone
 */
export function highlightLines(lines, language) {
  if (!language) return lines.map(escapeHtml)
  const html = hljs.highlight(lines.join('\n'), {
    language,
    ignoreIllegals: true,
  }).value
  return highlightedLines(html)
}
