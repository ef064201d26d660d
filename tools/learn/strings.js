/** What the runner says, in the reader's language. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fill } from '../manuscript/languages.js'

const folder = new URL('strings/', import.meta.url)

/** The languages that have a table of strings, English first. */
export const languages = readdirSync(fileURLToPath(folder))
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace(/\.json$/, ''))
  .sort((a, b) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1))

/**
 * @param {string} wanted `pt-BR`, `pt_BR.UTF-8` or `pt`
 * @returns {string | null} the language that there is for it
 */
export function knownLanguage(wanted) {
  const code = wanted.replace(/[.@].*$/, '').replaceAll('_', '-')
  const same = (/** @type {string} */ a, /** @type {string} */ b) =>
    a.toLowerCase() === b.toLowerCase()
  const [base] = code.split('-')
  return (
    languages.find((language) => same(language, code)) ??
    languages.find((language) => same(language.split('-')[0], base)) ??
    null
  )
}

/**
 * The language of the environment, as POSIX names it.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function languageOfEnvironment({ LC_ALL, LC_MESSAGES, LANG }) {
  return knownLanguage(LC_ALL || LC_MESSAGES || LANG || 'en') ?? 'en'
}

/** @typedef {(key: string, values?: Record<string, string | number>) => string} Say */

/** @param {string} language @returns {Record<string, string>} */
function table(language) {
  const file = new URL(`${language}.json`, folder)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * @param {string} language
 * @returns {Say} a key that the language lacks is said in English
 */
export function sayIn(language) {
  const strings = { ...table('en'), ...table(language) }
  return (key, values = {}) => {
    if (!(key in strings)) throw new Error(`there is no string "${key}"`)
    return fill(strings[key], values)
  }
}
