/**
 * Runs in the pages of a translation, after mdBook's own scripts: mdBook's
 * searcher then reads queries as the index was made.
 */
import { termOf } from './languages.js'
import { registerTerms } from './terms.js'

const { elasticlunr } = /** @type {any} */ (globalThis)
if (elasticlunr) {
  const term = termOf(document.documentElement.lang)
  registerTerms(elasticlunr, term)
  // The teaser under a result marks the words whose stems were searched.
  elasticlunr.stemmer = term
}
