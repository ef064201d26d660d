import vm from 'node:vm'
import elasticlunr from 'elasticlunr'
import { termOf } from './languages.js'
import { registerTerms } from './terms.js'

/**
 * mdBook writes its index with English rules only. This makes it again, from
 * the documents in it, with the rules of another language.
 *
 * @param {string} script mdBook's searchindex.js
 * @param {string} language
 * @returns {string} the script with the new index
 * @throws {Error} when it is not the script that mdBook 0.5 writes
 */
export function reindex(script, language) {
  const window = { search: /** @type {any} */ ({}) }
  vm.runInNewContext(script, { window })
  const { search } = window
  const docs = search.index?.documentStore?.docs
  if (!docs) {
    throw new Error(
      'searchindex.js does not hold an elasticlunr index; expected what mdBook 0.5 writes',
    )
  }
  const term = registerTerms(elasticlunr, termOf(language))
  /** @type {import('elasticlunr').Index<any>} */
  const index = new elasticlunr.Index()
  index.setRef('id')
  for (const field of search.index.fields) index.addField(field)
  index.pipeline.add(term)
  for (const doc of Object.values(docs)) index.addDoc(doc)
  const config = { ...search, index: index.toJSON() }
  return `window.search = Object.assign(window.search, ${JSON.stringify(config)});`
}
