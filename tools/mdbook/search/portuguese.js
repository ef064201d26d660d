/**
 * Search terms of Portuguese text: accents are folded and inflections cut, so
 * that "requisições", "requisição" and "requisicao" are one term. The same
 * code makes the index at build time and reads the query in the page.
 */

/**
 * @param {string} word
 * @returns {string} lower case, without accents or edge punctuation
 */
export function fold(word) {
  return word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
}

/** Words too common to search for, folded. */
const stopWords = new Set(
  (
    'a o as os um uma uns umas de do da dos das em no na nos nas por pelo ' +
    'pela pelos pelas para com sem sob sobre ate e ou mas que se como quando ' +
    'ao aos ele ela eles elas eu voce nos isso isto esse essa este esta seu ' +
    'sua seus suas ja mais muito nao sim tambem so ser foi era sao esta ' +
    'estao ha tem ter qual quais'
  ).split(' '),
)

/**
 * Endings in the order they are tried, adverbs and plurals before the rest. Each says what it becomes and how long the stem must stay.
 *
 * @type {[ending: string, becomes: string, stem: number][]}
 */
const plurals = [
  ['mente', '', 4],
  ['amos', '', 3],
  ['emos', '', 3],
  ['imos', '', 3],
  ['coes', 'cao', 2],
  ['soes', 'sao', 2],
  ['oes', 'ao', 2],
  ['aes', 'ao', 2],
  ['aos', 'ao', 2],
  ['ais', 'al', 2],
  ['eis', 'el', 2],
  ['ois', 'ol', 2],
  ['ns', 'm', 2],
  ['res', 'r', 3],
  ['zes', 'z', 2],
  ['s', '', 3],
]

/** @type {[ending: string, becomes: string, stem: number][]} */
const endings = [
  ['aremos', '', 3],
  ['eremos', '', 3],
  ['iremos', '', 3],
  ['ariam', '', 3],
  ['eriam', '', 3],
  ['iriam', '', 3],
  ['assem', '', 3],
  ['essem', '', 3],
  ['issem', '', 3],
  ['aram', '', 3],
  ['eram', '', 3],
  ['iram', '', 3],
  ['avam', '', 3],
  ['ando', '', 3],
  ['endo', '', 3],
  ['indo', '', 3],
  ['aria', '', 4],
  ['eria', '', 4],
  ['ada', '', 3],
  ['ado', '', 3],
  ['ida', '', 3],
  ['ido', '', 3],
  ['ava', '', 3],
  ['ara', '', 4],
  ['era', '', 4],
  ['ira', '', 4],
  ['iam', '', 4],
  ['amos', '', 3],
  ['emos', '', 3],
  ['ou', '', 3],
  ['eu', '', 3],
  ['iu', '', 3],
  ['am', '', 4],
  ['em', '', 4],
  ['ar', '', 3],
  ['er', '', 3],
  ['ir', '', 3],
  ['ia', '', 4],
  ['a', '', 4],
  ['e', '', 4],
  ['o', '', 4],
]

/**
 * @param {string} word
 * @param {[string, string, number][]} rules
 * @returns {string} after the first rule that applies
 */
function apply(word, rules) {
  const rule = rules.find(
    ([ending, , stem]) =>
      word.endsWith(ending) && word.length - ending.length >= stem,
  )
  return rule ? word.slice(0, -rule[0].length) + rule[1] : word
}

/**
 * @param {string} word
 * @returns {string} the search term, or '' for a word that is not searched
 */
export function stem(word) {
  const folded = fold(word)
  if (stopWords.has(folded)) return ''
  return apply(apply(folded, plurals), endings)
}
