/** The name under which the index remembers how its terms were made. */
export const pipelineName = 'bookTerms'

/**
 * Tells elasticlunr how words become terms, for making an index or loading it.
 *
 * @param {any} elasticlunr
 * @param {(word: string) => string} term
 * @returns {(word: string) => string} the registered function
 */
export function registerTerms(elasticlunr, term) {
  /** @param {string} word */
  const bookTerms = (word) => term(word)
  elasticlunr.Pipeline.registerFunction(bookTerms, pipelineName)
  return bookTerms
}
