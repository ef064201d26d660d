/** What the search dialog asks: Pagefind's index, and how its answers rank. */
import { fold, isBegun } from '../common/vocabulary.js'
import { siteUrl } from './load.js'

/**
 * @typedef {object} Words a language's search.json, which may be missing
 * @property {Record<string, string>} [synonyms] words that readers type, and
 *   what the book says instead
 * @property {[string, string][]} [endings] of one word in two forms that the
 *   stemmer takes for two words
 */
/** @typedef {Words & { vocabulary: string }} WordsOfBook */
/**
 * @typedef {object} Fragment what Pagefind has kept of a section
 * @property {string} raw_url below the folder of the language
 * @property {string} content
 * @property {number[]} locations of the words that were found
 * @property {{ title: string, page: string, chapter?: string }} meta
 */
/** @typedef {{ text: string, isFound: boolean }[]} Excerpt */
/**
 * @typedef {object} Result
 * @property {string} url
 * @property {string} title of the section
 * @property {string} page its title
 * @property {string} chapter its number, or ''
 * @property {Excerpt} excerpt
 * @property {boolean} isCode whether the excerpt is from a listing
 */
/** @typedef {{ count: number, results: Result[] }} Answer */

/** How many results are ranked and shown; each is a request of its own. */
const MOST = 12
/** Words of an excerpt, and how many of them come before what was found. */
const [LONG, BEFORE] = [26, 6]

/** What a word is worth in the metadata of tools/mdbook/search/sections.js. */
const metaWeights = { title: 5, page: 2, opening: 7, symbols: 5, chapter: 0 }

/** @type {Promise<(query: string) => Promise<Answer>> | undefined} */
let opened
let attempts = 0

/**
 * Loads the index, once.
 *
 * @returns {Promise<(query: string) => Promise<Answer>>}
 * @throws {Error} when it does not arrive; the next call tries again
 */
export function openIndex() {
  opened ??= loadIndex().catch(retry)
  return opened
}

/**
 * The index is loaded again next time. One that was loaded before the last
 * build names files that are gone.
 *
 * @param {Error} error
 * @returns {never}
 */
function retry(error) {
  opened = undefined
  attempts += 1
  throw error
}

async function loadIndex() {
  const script = siteUrl('search/pagefind.js')
  // A browser may remember that a module did not arrive (site/load.js).
  if (attempts > 0) script.searchParams.set('attempt', String(attempts))
  const [pagefind, words] = await Promise.all([
    import(script.href),
    fetch(siteUrl('search/words.json')).then((response) => response.json()),
  ])
  const index = pagefind.createInstance({
    ranking: { metaWeights },
    noWorker: true,
  })
  // Answered when all that it needs has arrived.
  await index.search('')
  return (/** @type {string} */ query) =>
    ask(index, words, queriesOf(query, words)).catch(retry)
}

/**
 * @param {any} index Pagefind's
 * @param {WordsOfBook} words
 * @param {string[]} queries what one of them finds is found
 * @returns {Promise<Answer>}
 */
async function ask(index, { vocabulary }, queries) {
  /** @type {Map<string, { id: string, score: number, data: () => Promise<Fragment> }>} */
  const found = new Map()
  for (const query of queries) {
    const { results } = await index.search(
      await knownOf(index, vocabulary, query),
    )
    for (const result of results) {
      const before = found.get(result.id)
      if (!before || before.score < result.score) found.set(result.id, result)
    }
  }
  const best = [...found.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(async ({ score, data }) => ({ score, fragment: await data() }))
  const ranked = (await Promise.all(best))
    .map(({ score, fragment }) => ({ rank: rank(score, fragment), fragment }))
    .sort((a, b) => b.rank - a.rank)
  return {
    count: found.size,
    results: ranked.map(({ fragment }) => resultOf(fragment)),
  }
}

/**
 * Of a word that it does not know, Pagefind searches the longest beginning that
 * is a word, such as `graph` of `graphql`. These words are left out.
 *
 * @param {any} index Pagefind's
 * @param {string} vocabulary
 * @param {string} query
 * @returns {Promise<string>} '' when the book has none of its words
 */
async function knownOf(index, vocabulary, query) {
  // What stands in quotation marks is found as it is, or not at all.
  if (query.includes('"')) return query
  const known = query.split(/\s+/).map(async (word) => {
    if (isBegun(vocabulary, word)) return word
    // Another form of a word of the book: it has the same stem.
    const { results } = await index.search(`"${word}"`)
    return results.length > 0 ? word : ''
  })
  return (await Promise.all(known)).filter((word) => word !== '').join(' ')
}

/**
 * The chapter that first treats something goes before those that come back to
 * it, and a text before its exercises.
 *
 * @param {number} score Pagefind's
 * @param {Fragment} fragment
 */
function rank(score, { raw_url, meta }) {
  const chapter = Number(meta.chapter ?? 8)
  const isExercise = raw_url.includes('/exercises.html')
  return (score * (isExercise ? 0.6 : 1)) / (1 + 0.04 * chapter)
}

/** @param {Fragment} fragment @returns {Result} */
function resultOf({ raw_url, content, locations, meta }) {
  const { title, page, chapter = '' } = meta
  const url = siteUrl(raw_url).href
  return { url, title, page, chapter, ...excerptOf(content, locations, title) }
}

/**
 * @param {string} query as it was typed
 * @param {Words} words
 * @returns {string[]} the queries that Pagefind is asked instead
 */
export function queriesOf(query, { synonyms = {}, endings = [] }) {
  let text = query
  for (const [typed, said] of Object.entries(synonyms)) {
    const word = new RegExp(`(?<!\\p{L})${fold(typed)}(?!\\p{L})`, 'gu')
    const replaced = fold(text).replace(word, said)
    if (replaced !== fold(text)) text = replaced
  }
  const queries = [text]
  const otherForm = fold(text).replace(/\p{L}+/gu, (word) => {
    for (const pair of endings) {
      const from = pair.findIndex((one) => word.endsWith(fold(one)))
      if (from === -1) continue
      return word.slice(0, -fold(pair[from]).length) + fold(pair[1 - from])
    }
    return word
  })
  if (otherForm !== fold(text)) queries.push(otherForm)
  // `rotea`, on the way to `roteador`.
  const said = Object.entries(synonyms).find(([typed]) => begins(typed, text))
  if (said) queries.push(text.replace(/\S+$/, said[1]))
  // `Router.add`: the listing of the class holds both words, not the two as one.
  const parts = text.replace(/(?<=\w)[.#]+(?=\w)/g, ' ')
  if (parts !== text) queries.push(parts)
  return queries
}

/** Of a word that is still being typed, what is enough to tell which it is. */
const TELLING = 4

/** @param {string} word @param {string} text whose last word may begin it */
function begins(word, text) {
  const last = fold(text).split(/\s+/).at(-1) ?? ''
  const isWord = !word.includes(' ')
  return isWord && last.length >= TELLING && fold(word).startsWith(last)
}

/**
 * The words around the most that were found near each other, in prose if some
 * were found there. Code and prose are never joined: a mark stands between them
 * (tools/mdbook/search/sections.js).
 *
 * @param {string} content of a section: its title, then its text
 * @param {number[]} locations of the words that were found
 * @param {string} title
 * @returns {{ excerpt: Excerpt, isCode: boolean }}
 */
export function excerptOf(content, locations, title) {
  const words = content.split(/[^\S﻿]+/)
  const head = title.split(/\s+/).length
  const isMark = (/** @type {number} */ i) => mark.test(words[i])
  const found = locations.filter((at) => at >= head)
  /** @param {number} from */
  const near = (from) => {
    const end = words.findIndex((_, i) => i > from && isMark(i))
    const until = Math.min(from + LONG, end === -1 ? words.length : end)
    return found.filter((at) => at >= from && at < until).length
  }
  const inProse = found.filter((at) => !isCode(words, at))
  const best = inProse.length > 0 ? inProse : found
  let at = best[0] ?? head
  for (const one of best) if (near(one) > near(at)) at = one
  while (at < words.length - 1 && isMark(at)) at += 1
  let start = at
  while (start > head && at - start < BEFORE && !isMark(start - 1)) start -= 1
  let end = at
  while (end < words.length && end - start < LONG && !isMark(end)) end += 1
  const marked = new Set(found)
  const excerpt = words
    .slice(start, end)
    .map((text, i) => ({ text, isFound: marked.has(start + i) }))
  return { excerpt, isCode: isCode(words, at) }
}

/** Where code begins, and where it ends. */
const mark = /[⟦⟧]/

/** @param {string[]} words @param {number} at */
const isCode = (words, at) =>
  words
    .slice(0, at)
    .findLast((word) => mark.test(word))
    ?.includes('⟦') ?? false
