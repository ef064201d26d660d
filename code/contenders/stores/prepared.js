import { words } from './words.js'

/** A query for each word, which reads no table. */
export const selects = new Map(
  words.map((word) => [word, `SELECT '${word}' AS word`]),
)

/**
 * @template T
 * @param {(text: string) => () => T} prepare a statement; what it returns
 *   runs it, and gives the word
 * @returns {(word: string) => T}
 */
export function prepared(prepare) {
  const statements = new Map(
    [...selects].map(([word, text]) => [word, prepare(text)]),
  )
  return (word) => statements.get(word)()
}
