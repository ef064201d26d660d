/**
 * How a reader begins a chapter: with a copy of the folder of the chapter
 * before, which is either the reader's or, in a clone of the repository, ours.
 */
import { existsSync, readdirSync } from 'node:fs'
import { previousChapter } from './chapters.js'

/** @typedef {import('./chapters.js').Chapter} Chapter */

/** Where a reader's clone of the repository is, in the home folder. */
export const clone = 'nodejs-is-faster-than-you-think'

/** Where readers who do as we say keep what they type. */
const readersFolder = 'mine'

/** What of a snapshot is typed, or goes along: the entries of its folder. */
const isProgram = (/** @type {string} */ entry) =>
  /^(package\.json|server[^/]*\.js|lib|demo)$/.test(entry)

/** The order in which they are named. */
const rank = (/** @type {string} */ entry) =>
  ['package.json', 'server.js', 'lib', 'demo'].indexOf(entry)

/** @param {Chapter} chapter */
const programsOf = ({ codeDir }) =>
  existsSync(codeDir)
    ? readdirSync(codeDir)
        .filter(isProgram)
        .sort((a, b) => rank(a) - rank(b))
    : []

/**
 * @typedef {object} Start
 * @property {Chapter} before the chapter that it begins with a copy of
 * @property {string[]} own commands in the reader's folder of that chapter
 * @property {string[]} ours commands in the folder for the book
 */

/**
 * @param {Chapter} chapter
 * @returns {Start | null} null for the first, which begins with nothing
 */
export function startOf(chapter) {
  const before = previousChapter(chapter.id)
  if (!before) return null
  const all = programsOf(before)
  const now = programsOf(chapter)
  const kept = all.filter((entry) => now.includes(entry))
  const copy = kept.every((entry) => entry.includes('.')) ? 'cp' : 'cp -r'
  const snapshot = `~/${clone}/code/${before.id}`
  return {
    before,
    own: [
      `mkdir ../${chapter.id}`,
      `${copy} ${kept.join(' ')} ../${chapter.id}`,
      `cd ../${chapter.id}`,
    ],
    ours: [
      ...(kept.length === all.length
        ? [`cp -r ${snapshot} ${chapter.id}`]
        : [
            `mkdir ${chapter.id}`,
            `cp -r ${snapshot}/{${kept.join(',')}} ${chapter.id}`,
          ]),
      `cd ${chapter.id}`,
    ],
  }
}

/**
 * @param {Chapter} chapter
 * @returns {string} the command that holds a reader's server to it
 */
export const promiseCommand = ({ id }) =>
  `scripts/verify.sh --chapter ${id} --app ~/${readersFolder}/${id}/server.js`
