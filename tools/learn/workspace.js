/**
 * The reader's files. They work on copies below learn/, which git ignores, and
 * which has the folders of code/: what an exercise imports by a relative path
 * is found from the copy too.
 */
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { codeDir, root } from '../lib/paths.js'

/** @typedef {import('./exercises.js').Exercise} Exercise */

const learnDir = path.join(root, 'learn')

/** What the tests import from the chapter's folder, and nobody has to edit. */
const notCopied = new Set(['exercise.test.js', 'solution.js'])

/**
 * @param {string} file below code/
 * @returns {string} the same place below learn/
 */
const inLearn = (file) => path.join(learnDir, path.relative(codeDir, file))

/** @param {Exercise} exercise @returns {string} absolute path */
export const copyOf = ({ folder }) => path.join(inLearn(folder), 'exercise.js')

/**
 * Makes the reader's copy where there is none yet.
 *
 * @param {Exercise} exercise
 */
export function prepare(exercise) {
  const { folder, chapter } = exercise
  const target = inLearn(folder)
  mkdirSync(target, { recursive: true })
  for (const name of readdirSync(chapter.codeDir)) {
    const link = path.join(inLearn(chapter.codeDir), name)
    if (name === 'exercises' || lstatSync(link, { throwIfNoEntry: false })) {
      continue
    }
    const original = path.join(chapter.codeDir, name)
    symlinkSync(path.relative(path.dirname(link), original), link)
  }
  for (const name of readdirSync(folder)) {
    if (notCopied.has(name) || existsSync(path.join(target, name))) continue
    cpSync(path.join(folder, name), path.join(target, name), {
      recursive: true,
    })
  }
}

/**
 * Puts the starter back.
 *
 * @param {Exercise} exercise
 * @returns {string | null} where the reader's file has been kept
 */
export function restore(exercise) {
  const file = copyOf(exercise)
  if (!existsSync(file)) {
    prepare(exercise)
    return null
  }
  let number = 1
  const kept = () => file.replace(/\.js$/, `.old-${number}.js`)
  while (existsSync(kept())) number += 1
  copyFileSync(file, kept())
  copyFileSync(path.join(exercise.folder, 'exercise.js'), file)
  return kept()
}
