/** mdBook's words on a page and in its scripts, in the language of the page. */
import { strings } from './strings.js'

/** @type {Map<string, Set<string>>} strings that were found, by language */
const found = new Map()

/** @param {string} language @param {string} original */
function markFound(language, original) {
  const known = found.get(language) ?? new Set()
  known.add(original)
  found.set(language, known)
}

/** Shown only when a page uses them, so their absence says nothing. */
const optional = new Set(['Note', 'Tip', 'Important', 'Warning', 'Caution'])

/**
 * @param {string} language
 * @returns {string[]} mdBook's strings that no page or script held
 */
export function unusedStrings(language) {
  const known = found.get(language) ?? new Set()
  return Object.keys(strings(language).mdbook).filter(
    (original) => !known.has(original) && !optional.has(original),
  )
}

/**
 * @param {string} language
 * @param {string} original
 * @param {string} text
 * @param {(text: string) => string} wrap how the string stands in the text
 */
function translateOne(language, original, text, wrap) {
  const before = wrap(original)
  if (!text.includes(before)) return text
  markFound(language, original)
  const translated = strings(language).mdbook[original]
  return text.split(before).join(wrap(translated))
}

/** @type {Map<string, RegExp>} what finds mdBook's strings, by language */
const interfacePatterns = new Map()

/** @param {string} language */
function interfacePattern(language) {
  const known = interfacePatterns.get(language)
  if (known) return known
  const any = Object.keys(strings(language).mdbook)
    .map((original) => original.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')
  const pattern = new RegExp(`(?<=")(?:${any})(?=")|(?<=>)(?:${any})(?=<)`, 'g')
  interfacePatterns.set(language, pattern)
  return pattern
}

/** @param {string} html outside the page's own text @param {string} language */
export function translateInterface(html, language) {
  const translated = strings(language).mdbook
  return html.replace(interfacePattern(language), (original) => {
    markFound(language, original)
    return translated[original]
  })
}

/** @param {string} script mdBook's book.js @param {string} language */
export function translateScript(script, language) {
  let text = script
  for (const original of Object.keys(strings(language).mdbook)) {
    text = translateOne(
      language,
      original,
      text,
      (one) => `'${one.replaceAll("'", "\\'")}'`,
    )
    // In the HTML that a script writes.
    text = translateOne(language, original, text, (one) => `="${one}"`)
  }
  return text
}

/** @param {string} main the page's own text @param {string} language */
export function translateMain(main, language) {
  let text = main
  for (const kind of optional) {
    text = translateOne(language, kind, text, (one) => `</svg>${one}</p>`)
  }
  return text
}
