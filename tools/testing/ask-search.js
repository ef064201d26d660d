/** Asks the search index of a built book as its pages do, without a browser. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** @typedef {import('../../site/search-index.js').Answer} Answer */

/** The page that is being pretended: there is one at a time. */
let turn = Promise.resolve()

/**
 * @param {string} folder of a language in the built book
 * @param {string} language
 * @returns {Promise<(query: string) => Promise<Answer>>}
 */
export function openSearch(folder, language) {
  const opened = turn.then(() => open(folder, language))
  turn = opened.then(
    () => {},
    () => {},
  )
  return opened
}

/** @type {typeof openSearch} */
async function open(folder, language) {
  const page = /** @type {any} */ (globalThis)
  const url = pathToFileURL(`${folder}/`)
  page.path_to_root = ''
  page.document = {
    baseURI: url.href,
    currentScript: null,
    querySelector: () => ({ getAttribute: () => language }),
  }
  page.fetch = async (/** @type {URL | string} */ file) =>
    new Response(await readFile(fileURLToPath(new URL(file))))
  // Each book's is loaded once, so each has a module of its own.
  const module = `../../site/search-index.js?${encodeURIComponent(url.href)}`
  const { openIndex } = await import(module)
  return openIndex()
}

/**
 * @param {Answer} answer
 * @param {string} folder of the language
 * @returns {string[]} where its results are, below the folder
 */
export const placesOf = ({ results }, folder) =>
  results.map(({ url }) => url.slice(pathToFileURL(`${folder}/`).href.length))
