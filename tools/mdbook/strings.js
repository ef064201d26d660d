import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sourceLanguage } from '../book-model/languages.js'
import { translationsDir } from '../lib/paths.js'

/** @typedef {Record<string, any>} Strings */

/** @type {Strings} */
const english = JSON.parse(
  readFileSync(new URL('./strings.en.json', import.meta.url), 'utf8'),
)

/**
 * The interface strings of a language. A key that its strings.json lacks is
 * English, so that a language can be started with none translated.
 *
 * @param {string} code
 */
export function strings(code) {
  if (code === sourceLanguage.code) return english
  const known = loaded.get(code)
  if (known) return known
  const file = path.join(translationsDir, code, 'strings.json')
  const own = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const all = {
    ...english,
    ...own,
    part: { ...english.part, ...own.part },
    roadName: { ...english.roadName, ...own.roadName },
    result: { ...english.result, ...own.result },
    mdbook: { ...english.mdbook, ...own.mdbook },
  }
  loaded.set(code, all)
  return all
}

/** @type {Map<string, Strings>} by language, read once per build */
const loaded = new Map()
