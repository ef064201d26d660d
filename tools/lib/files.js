/** Files that may not be there. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * @param {string} file absolute path
 * @returns {string} '' where there is none
 */
export const textOf = (file) =>
  existsSync(file) ? readFileSync(file, 'utf8') : ''

/** What npm and cargo put into a folder, and we keep there. */
const notOurs = ['node_modules', 'target', '.cache']

/**
 * @param {string} folder absolute path
 * @returns {string[]} its files, also in folders of it, as `lib/index.js`;
 *   none where there is no such folder
 */
export function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !notOurs.includes(name))
    .flatMap((entry) => {
      if (!entry.isDirectory()) return [entry.name]
      const below = filesBelow(path.join(folder, entry.name))
      return below.map((name) => `${entry.name}/${name}`)
    })
    .sort()
}

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
