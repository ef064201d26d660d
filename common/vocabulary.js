/** Which words a book has, for a search that is to find nothing for others. */

/** Words that are shorter are too many to be worth their place. */
const SHORTEST = 3

/**
 * @param {string} text
 * @returns {string} in lower case, without accents
 */
export const fold = (text) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * @param {Iterable<string>} texts of the book, prose and code
 * @returns {string} their words in order, folded, a space before each. `isHTTP`
 *   is `is` and `http`, too, and `keep-alive` is `keep`, `alive` and
 *   `keepalive`. A word that another begins with goes without saying.
 */
export function vocabularyOf(texts) {
  const words = new Set()
  for (const text of texts) {
    const apart = text.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    const whole = text.replace(/(?<=[\p{L}\p{N}])[-_](?=[\p{L}\p{N}])/gu, '')
    for (const form of [apart, whole]) {
      for (const word of fold(form).match(/\p{L}[\p{L}\p{N}]+/gu) ?? []) {
        if (word.length >= SHORTEST) words.add(word)
      }
    }
  }
  return [...words]
    .sort()
    .filter((word, i, all) => !all[i + 1]?.startsWith(word))
    .map((word) => ` ${word}`)
    .join('')
}

/**
 * @param {string} vocabulary
 * @param {string} typed a word, or the beginning of one
 * @returns {boolean} whether a word of the vocabulary begins so
 */
export function isBegun(vocabulary, typed) {
  const word = fold(typed).replace(/[^\p{L}\p{N}]+/gu, '')
  return word !== '' && vocabulary.includes(` ${word}`)
}
