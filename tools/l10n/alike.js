/** Strings that are the same in a translation as in English: forgotten, or right. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '../lib/paths.js'
import { readStrings, stringTables } from './documents.js'

/**
 * @param {string} language
 * @returns {{ table: string, key: string, value: string }[]} those that have
 *   words
 */
export const alikeStrings = (language) =>
  stringTables(language)
    .filter(({ own }) => existsSync(path.join(root, own)))
    .flatMap(({ english, own }) => {
      const translated = readStrings(own)
      return [...readStrings(english)]
        .filter(([key, value]) => translated.get(key) === value)
        .filter(([, value]) => /\p{L}{2}/u.test(value))
        .map(([key, value]) => ({ table: own, key, value }))
    })
