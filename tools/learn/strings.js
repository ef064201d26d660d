/** What the runner says, in the reader's language. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sayFrom } from '../book-model/languages.js'

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

/** @typedef {import('../book-model/languages.js').Say} Say */

/** @param {string} language @returns {Say} what the runner says in it */
export const sayIn = (language) => sayFrom(folder, language)
