/** Files that may not be there. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

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

/**
 * @param {string} file
 * @param {string | Uint8Array} contents
 * @returns {boolean} whether it wasn't there, or was another
 */
export function writeIfChanged(file, contents) {
  const isSame =
    existsSync(file) && readFileSync(file).equals(Buffer.from(contents))
  if (isSame) return false
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, contents)
  return true
}
