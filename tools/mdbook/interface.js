/** mdBook's words on a page and in its scripts, in the language of the page. */
import { sourceLanguage } from '../book-model/languages.js'
import { strings } from './strings.js'

const originals = Object.keys(strings(sourceLanguage.code).mdbook)

/** Those that stand in a page's own text, behind a picture, and only there. */
const kinds = ['Note', 'Tip', 'Important', 'Warning', 'Caution']

const any = originals
  .map((original) => original.replace(/[?/]/g, '\\$&'))
  .join('|')
/** In HTML they are whole texts and attributes; in a script, whole strings. */
const inInterface = new RegExp(`(?<=["'>])(?:${any})(?=["'<])`, 'g')
const inMain = new RegExp(`(?<=</svg>)(?:${kinds.join('|')})(?=</p>)`, 'g')

/** @type {Map<string, Set<string>>} strings that were found, by language */
const found = new Map()

/** @param {string} text @param {string} language @param {RegExp} pattern */
function translate(text, language, pattern) {
  const known = found.get(language) ?? new Set()
  found.set(language, known)
  return text.replace(pattern, (original) => {
    known.add(original)
    // A straight apostrophe would end a string of a script.
    return strings(language).mdbook[original].replaceAll("'", '’')
  })
}

/** @param {string} text outside the page's own @param {string} language */
export const translateInterface = (text, language) =>
  translate(text, language, inInterface)

/** @param {string} main the page's own text @param {string} language */
export const translateMain = (main, language) =>
  translate(main, language, inMain)

/**
 * @param {string} language
 * @returns {string[]} mdBook's strings that no page or script held
 */
export const unusedStrings = (language) =>
  originals.filter(
    (one) => !kinds.includes(one) && !found.get(language)?.has(one),
  )
