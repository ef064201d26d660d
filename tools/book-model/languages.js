import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readJson } from '../lib/files.js'
import { translationsDir } from '../lib/paths.js'

/** The language that the book is written in. */
export const sourceLanguage = { code: 'en', name: 'English', dir: 'ltr' }

/**
 * The languages that the book is translated into: the folders of
 * translations/ that hold a language.json.
 *
 * @returns {{ code: string, name: string, dir: string,
 *   spelling?: { dictionary: string, locale: string } }[]}
 */
export function translationLanguages() {
  if (!existsSync(translationsDir)) return []
  return readdirSync(translationsDir)
    .sort()
    .map((code) => path.join(translationsDir, code, 'language.json'))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
}

/** @typedef {(key: string, values?: Record<string, string | number>) => string} Say */

/**
 * @param {URL} folder with a table of strings for each language, `en.json`
 * @param {string} language
 * @returns {Say} a key that the language lacks is said in English
 */
export function sayFrom(folder, language) {
  const table = (/** @type {string} */ code) =>
    readJson(fileURLToPath(new URL(`${code}.json`, folder)))
  const strings = { ...table('en'), ...table(language) }
  return (key, values = {}) => {
    if (!(key in strings)) throw new Error(`there is no string "${key}"`)
    return fill(strings[key], values)
  }
}

/**
 * @param {string} template with `{name}` places
 * @param {Record<string, string | number>} values
 */
export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  )
}
