/** Files that may not be there. */
import { existsSync, readFileSync, statSync } from 'node:fs'

/**
 * @param {string} file absolute path
 * @returns {string} '' where there is none
 */
export const textOf = (file) =>
  existsSync(file) ? readFileSync(file, 'utf8') : ''

/** @type {Map<string, { version: string, value: any }>} by file */
const parsed = new Map()

/**
 * @param {string} file absolute path, of JSON
 * @returns {any} the same value for as long as the file is, so callers must not
 *   change it; null where there is no file
 * @throws {SyntaxError} of JSON.parse
 */
export function readJson(file) {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) return null
  const version = `${stats.mtimeMs} ${stats.size} ${stats.ino}`
  const before = parsed.get(file)
  if (before?.version === version) return before.value
  const value = JSON.parse(readFileSync(file, 'utf8'))
  parsed.set(file, { version, value })
  return value
}
