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
  return stemmers[language] ?? fold
}
