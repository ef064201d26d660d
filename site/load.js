/**
 * What a page loads on first use: the modules of playground/, and the files of
 * a chapter that they run.
 */

/** @type {Map<string, { attempts: number, module?: Promise<any> }>} */
const modules = new Map()
/** @type {Map<string, Promise<Record<string, string>>>} */
const chapters = new Map()

/**
 * @param {'sandbox' | 'editor' | 'runnable' | 'exercise' |
 *   'progress'} name
 * @returns {Promise<any>} the module `playground/NAME.js` of the site
 * @throws {TypeError} when it does not arrive; the next call tries again
 */
export function load(name) {
  const state = modules.get(name) ?? { attempts: 0 }
  modules.set(name, state)
  state.module ??= importModule(name, state.attempts).catch((error) => {
    state.module = undefined
    state.attempts += 1
    throw error
  })
  return state.module
}

/**
 * Browsers from before the summer of 2026 remember that a module did not
 * arrive (whatwg/html#6768): its address has to be another one then.
 *
 * @param {string} name
 * @param {number} attempts that have failed
 */
async function importModule(name, attempts) {
  const url = siteUrl(`playground/${name}.js`)
  if (attempts > 0) url.searchParams.set('attempt', String(attempts))
  return import(url.href)
}

/**
 * @param {string} chapter `ch07`
 * @returns {Promise<Record<string, string>>} the texts of its files, by path
 *   from code/chNN
 * @throws {TypeError} when they do not arrive; the next call tries again
 */
export function loadFiles(chapter) {
  const found =
    chapters.get(chapter) ??
    fetchFiles(chapter).catch((error) => {
      chapters.delete(chapter)
      throw error
    })
  chapters.set(chapter, found)
  return found
}

/** @param {string} chapter */
async function fetchFiles(chapter) {
  const url = siteUrl(`playground/${chapter}.json`)
  const response = await fetch(url)
  if (!response.ok) {
    throw new TypeError(`got status ${response.status} for ${url.pathname}`)
  }
  return (await response.json()).files
}

/** @param {string} path */
export const siteUrl = (path) => new URL(path_to_root + path, document.baseURI)
