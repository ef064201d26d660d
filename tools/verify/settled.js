/**
 * Which tests of earlier chapters a chapter need not run again: those that
 * meet, file for file, what they have met in the chapter before it. There
 * they are run in the same verify, and come out as they would here.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { imported, withHelpers } from '../page-tests/suite.js'

/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */

/** What a test takes that lies beside the server; a name, or nobody knows. */
const taken = /\b(?:library|addressOf)\(\s*(?:'([^']+)')?/g

/** Whether it starts the server itself. */
const starts = /\bstartApp\b|\bAPP\b|\bserver\.js\b/

/** They say how something is taken or started, and take and start nothing. */
const means = new Set(['library.js', 'support.js'])

/**
 * @param {string} file of tests, absolute path
 * @returns {string[] | null} what it takes of a chapter, such as
 *   `lib/http/body.js`; null where that cannot be told
 */
export function takenBy(file) {
  /** @type {Set<string>} */
  const names = new Set()
  for (const [helper, text] of withHelpers(file)) {
    if (means.has(path.basename(helper))) continue
    if (starts.test(text)) names.add('server.js')
    for (const [, name] of text.matchAll(taken)) {
      if (!name) return null
      names.add(name)
    }
  }
  // A test that takes nothing takes it in a way that is not known here.
  return names.size > 0 ? [...names] : null
}

/** @typedef {{ text: string, imports: string[] }} Module */
/** @type {Map<string, Module | null>} by path; null where there is none */
const modules = new Map()

/**
 * Many tests meet the same modules, so each is read once.
 *
 * @param {string} file absolute path
 * @returns {Module | null}
 */
function moduleAt(file) {
  const known = modules.get(file)
  if (known !== undefined) return known
  const found = existsSync(file) ? read(file) : null
  modules.set(file, found)
  return found
}

/** @param {string} file that is there @returns {Module} */
function read(file) {
  const text = readFileSync(file, 'utf8')
  const imports = [...text.matchAll(imported)]
    .map(([, , specifier]) => specifier)
    .filter((specifier) => !specifier.startsWith('node:'))
  return { text, imports }
}

/**
 * @param {string} folder of a chapter's code
 * @param {string[]} names of files in it
 * @returns {Map<string, string> | null} their text, and that of what they
 *   import, by path in the folder; null where something is imported that is
 *   neither in it nor of Node.js
 */
function withImports(folder, names) {
  const seen = new Set(names)
  /** @type {Map<string, string>} */
  const texts = new Map()
  for (const name of seen) {
    const module = moduleAt(path.join(folder, name))
    if (!module) return null
    texts.set(name, module.text)
    for (const specifier of module.imports) {
      if (!specifier.startsWith('.')) return null
      seen.add(path.join(path.dirname(name), specifier))
    }
  }
  return texts
}

/**
 * @param {string} file of tests of an earlier chapter, absolute path
 * @param {Chapter} chapter
 * @param {Chapter} previous the one before it
 * @returns {boolean} whether it meets the same in both
 */
export function isSettled(file, chapter, previous) {
  const names = takenBy(file)
  if (!names) return false
  const here = withImports(chapter.codeDir, names)
  const there = withImports(previous.codeDir, names)
  if (!here || !there || here.size !== there.size) return false
  return [...here].every(([name, text]) => there.get(name) === text)
}
