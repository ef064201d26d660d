/** What each version of the package has added to its API, and taken away. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { chaptersUntil } from '../book-model/chapters.js'
import { readJson } from '../lib/files.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {Map<string, string[]>} Api the names of each import's exports */

/**
 * @param {string} codeDir absolute path of code/chNN
 * @returns {Promise<Api>}
 */
export async function apiOf(codeDir) {
  const { exports = {} } = readJson(path.join(codeDir, 'package.json'))
  // The first chapters have one import, and no need to name it.
  const entries = typeof exports === 'string' ? { '.': exports } : exports
  /** @type {Api} */
  const api = new Map()
  for (const [subpath, file] of Object.entries(entries)) {
    const url = pathToFileURL(path.join(codeDir, String(file)))
    const names = Object.keys(await import(url.href))
    api.set(path.posix.join('velocy', subpath), names.sort())
  }
  return api
}

/** @param {string[]} names */
const listed = (names) => names.map((name) => `\`${name}\``).join(', ')

/**
 * @param {Api} before
 * @param {Api} after
 * @returns {string[]} items of a list
 */
export function differences(before, after) {
  const imports = [...new Set([...after.keys(), ...before.keys()])]
  return imports.flatMap((name) => {
    const old = before.get(name) ?? []
    const now = after.get(name) ?? []
    const added = now.filter((one) => !old.includes(one))
    const removed = old.filter((one) => !now.includes(one))
    return [
      ...(added.length > 0 ? [`- \`${name}\` adds ${listed(added)}.`] : []),
      ...(removed.length > 0
        ? [`- \`${name}\` no longer has ${listed(removed)}.`]
        : []),
    ]
  })
}

/**
 * @param {Chapter} last
 * @returns {Promise<string>} CHANGELOG.md, the newest version first
 */
export async function changelog(last) {
  /** @type {Api} */
  let before = new Map()
  const versions = []
  for (const { codeDir, title } of chaptersUntil(last)) {
    if (!existsSync(path.join(codeDir, 'lib', 'index.js'))) continue
    const after = await apiOf(codeDir)
    const { version } = readJson(path.join(codeDir, 'package.json'))
    const items = differences(before, after)
    const text = items.join('\n') || 'The same exports as before.'
    versions.unshift(`## ${version}: ${title}\n\n${text}\n`)
    before = after
  }
  const head =
    'What each version exports that the one before did not. A version is a chapter of the book.'
  return `# Changes\n\n${head}\n\n${versions.join('\n')}`
}
