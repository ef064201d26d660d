import { fold, stem as portuguese } from './portuguese.js'

/**
 * How the words of a language become search terms. A language without an
 * entry is searched without accents and without stemming.
 *
 * @type {Record<string, (word: string) => string>}
 */
const stemmers = { 'pt-BR': portuguese }

/**
 * @param {string} language
 * @returns {(word: string) => string}
 */
export function termOf(language) {
  const term = stemmers[language] ?? fold
  /** @type {Map<string, string>} a book has few words, many times */
  const known = new Map()
  return (word) => {
    const found = known.get(word)
    if (found !== undefined) return found
    const made = term(word)
    known.set(word, made)
    return made
  }
}
