/**
 * Begins chapters as those do who begin there: with the commands that copy a
 * snapshot out of a clone. What they get is what a reader has who has typed all
 * that is before.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { siteFile } from '../book-model/chapters.js'
import { isTyped } from '../book-model/listing.js'
import { readersFolder } from '../book-model/starts.js'
import { fromRoot, siteDir } from '../lib/paths.js'
import { Shell } from '../transcripts/shell.js'
import { filesOf, openFolder, packageDifferences } from './folder.js'
import { readFirstCommands } from './page.js'

/** @typedef {import('../lint/problems.js').Problem} Problem */
/** @typedef {import('../book-model/chapters.js').Chapter} Chapter */
/** @typedef {import('./folder.js').ReaderFolder} ReaderFolder */

/** @param {string} page below src/ @returns {string} as it is built */
export function builtPage(page) {
  const file = path.join(siteDir, siteFile(page))
  if (existsSync(file)) return readFileSync(file, 'utf8')
  throw new Error(`${fromRoot(file)} is not there; build the book first`)
}

/**
 * @param {string[]} commands
 * @param {string} cwd absolute path
 * @param {Record<string, string>} env
 * @returns {Promise<string>} what went wrong; '' for nothing
 */
async function type(commands, cwd, env) {
  const shell = new Shell({ cwd, env })
  try {
    for (const command of commands) {
      const { status, output, failure } = await shell.run(command)
      const printed = failure || output.trim()
      if (status === 0 && printed === '') continue
      return `$ ${command}\nexited with ${status}, and said: ${printed}`
    }
    return ''
  } finally {
    await shell.close()
  }
}

/**
 * @param {string} folder absolute path
 * @param {(text: string) => string} toShown
 * @returns {Map<string, string>} the text of each program, by its name
 */
const programsIn = (folder, toShown) =>
  new Map(
    filesOf(folder)
      .filter(isTyped)
      .map((name) => [
        name,
        toShown(readFileSync(path.join(folder, name), 'utf8')),
      ]),
  )

/**
 * @param {string} own absolute path of what a reader has copied
 * @param {string} ours absolute path of what came out of the clone
 * @param {(text: string) => string} toShown
 * @returns {string[]} what differs
 */
function differences(own, ours, toShown) {
  const typed = programsIn(own, toShown)
  const copied = programsIn(ours, toShown)
  const names = [...new Set([...typed.keys(), ...copied.keys()])].sort()
  const files = names.flatMap((name) => {
    if (!copied.has(name)) return [`${name} is not in it`]
    if (!typed.has(name)) return [`${name} is in it, and in no reader's folder`]
    return typed.get(name) === copied.get(name) ? [] : [`${name} differs`]
  })
  return [...files, ...packageDifferences(own, ours)]
}

/**
 * Types what those type who begin a chapter here, in a folder for the book
 * beside a clone.
 *
 * @param {string[]} commands
 * @param {ReaderFolder} folder as it is for those who have come this far
 * @param {string} id of the chapter
 * @returns {Promise<string[]>} what went wrong, or differs from that folder
 */
export async function tryStart(commands, folder, id) {
  const { workspace, own } = folder
  const books = path.join(workspace.home, readersFolder)
  mkdirSync(books)
  const failure = await type(commands, books, workspace.env)
  if (failure) return [failure]
  const toShown = (/** @type {string} */ text) => workspace.toShown(text)
  return differences(own, path.join(books, id), toShown).map(
    (what) => `of the folder that those get who begin here, ${what}`,
  )
}

/**
 * The first command of each road, as the introduction has it.
 *
 * @param {string} page below src/
 * @param {Chapter} first
 * @returns {Promise<Problem[]>}
 */
export async function tryRoads(page, first) {
  const file = `src/${page}`
  const found = readFirstCommands(builtPage(page))
  if (found.length === 0) return [{ file, message: 'it has no road' }]
  const folder = await openFolder(first, undefined)
  const { env, home } = folder.workspace
  const books = path.join(home, readersFolder)
  mkdirSync(books)
  /** @type {Problem[]} */
  const problems = []
  for (const { road, command } of found) {
    const message = await type([command], books, env)
    if (message) problems.push({ file, message: `${road}: ${message}` })
  }
  folder.close()
  return problems
}
