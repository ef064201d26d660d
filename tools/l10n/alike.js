/**
 * Strings that are the same in a translation as in English: forgotten, or so
 * on purpose (`Router`, `Node.js`). The latter are kept in the language's
 * alike.json, with the English text for which that was said: when it changes,
 * the string is asked about again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fromRoot, root, translationsDir } from '../lib/paths.js'
import { readStrings, stringTables } from './documents.js'
import { counted, UsageError } from './usage.js'

/** @typedef {Record<string, Record<string, string>>} Alike by table and key */

/** @param {string} language */
const fileOf = (language) => path.join(translationsDir, language, 'alike.json')

/**
 * @param {string} language
 * @returns {Alike}
 */
function readAlike(language) {
  const file = fileOf(language)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** @param {string} text whether there is a word in it */
const hasWords = (text) => /\p{L}{2}/u.test(text)

/**
 * The strings of a table that are as in English, and not on purpose.
 *
 * @param {string} language
 * @param {string} own path of the table, from the root
 * @returns {{ key: string, value: string }[]}
 */
export function alikeStrings(language, own) {
  const table = stringTables(language).find((one) => one.own === own)
  if (!table || !existsSync(path.join(root, own))) return []
  const accepted = readAlike(language)[own] ?? {}
  const translated = readStrings(own)
  return [...readStrings(table.english)]
    .filter(([key, value]) => translated.get(key) === value)
    .filter(([key, value]) => hasWords(value) && accepted[key] !== value)
    .map(([key, value]) => ({ key, value }))
}

/**
 * What was accepted, and is not as in English any more.
 *
 * @param {string} language
 * @returns {{ file: string, message: string }[]}
 */
export function checkAlike(language) {
  const file = fromRoot(fileOf(language))
  const tables = stringTables(language)
  return Object.entries(readAlike(language)).flatMap(([own, accepted]) => {
    const table = tables.find((one) => one.own === own)
    if (!table || !existsSync(path.join(root, own))) {
      return [{ file, message: `there is no table ${own}; remove it` }]
    }
    const translated = readStrings(own)
    return Object.entries(accepted)
      .filter(([key, value]) => translated.get(key) !== value)
      .map(([key]) => ({
        file,
        message: `"${key}" of ${own} is not as in English any more; remove it`,
      }))
  })
}

/**
 * Lists the strings that are as in English, or accepts some.
 *
 * @param {string} language
 * @param {string[]} words the table and the keys to accept; none: list
 */
export function acceptAlike(language, [own, ...keys]) {
  const names = stringTables(language).map((table) => table.own)
  if (own !== undefined && !names.includes(own)) {
    throw new UsageError(
      `got the table "${own}"; expected one of:\n  ${names.join('\n  ')}`,
    )
  }
  if (keys.length === 0) {
    for (const name of own === undefined ? names : [own]) {
      for (const { key, value } of alikeStrings(language, name)) {
        console.log(`${name}  ${key}  "${value}"`)
      }
    }
    return
  }
  const found = new Map(
    alikeStrings(language, own).map(({ key, value }) => [key, value]),
  )
  const all = readAlike(language)
  const accepted = { ...all[own] }
  for (const key of keys) {
    const value = found.get(key)
    if (value === undefined) {
      throw new UsageError(
        `got the key "${key}"; expected one that is as in English and not accepted yet: ${[...found.keys()].join(', ') || 'none is left'}`,
      )
    }
    accepted[key] = value
  }
  all[own] = sorted(accepted)
  writeFileSync(fileOf(language), `${JSON.stringify(sorted(all), null, 2)}\n`)
  console.log(`${counted(keys.length, 'string')} of ${own} accepted`)
}

/**
 * @template T
 * @param {Record<string, T>} table
 * @returns {Record<string, T>} in the order of its keys
 */
const sorted = (table) =>
  Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)))
