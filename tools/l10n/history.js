/**
 * What has changed in English since a translation was made.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { root, srcDir } from '../lib/paths.js'
import {
  blobHash,
  readQuizStamp,
  readStamp,
  StampError,
  translationOf,
} from './state.js'

/** @param {string[]} args */
function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' })
}

/**
 * @param {string} blob
 * @returns {string | null} null when git does not have it
 */
export function contentOf(blob) {
  const { status, stdout } = git('cat-file', '-p', blob)
  return status === 0 ? stdout : null
}

/**
 * The translated files that differ from the last commit.
 *
 * @param {string} language
 * @returns {string[]} below the language's folder
 */
export function editedFiles(language) {
  const folder = `translations/${language}/`
  const { status, stdout, stderr } = git(
    ...['-c', 'core.quotePath=false', 'status', '--porcelain'],
    ...['--untracked-files=all', '--', folder],
  )
  if (status !== 0) throw new Error(`git status: ${stderr.trim()}`)
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' D'))
    .map((line) => line.slice(3).replace(/^.* -> /, ''))
    .map((file) => file.slice(file.indexOf(folder) + folder.length))
}

/**
 * The English diff since the stamp of a translation.
 *
 * @param {string} language
 * @param {string} file below src/
 * @returns {string} what to say when there is none, else a unified diff
 */
export function englishDiff(language, file) {
  const name = `src/${file}`
  const text = readFileSync(translationOf(language, file), 'utf8')
  let source = null
  try {
    source = file.endsWith('.json')
      ? readQuizStamp(text)
      : (readStamp(text)?.source ?? null)
  } catch (error) {
    if (!(error instanceof StampError)) throw error
  }
  if (!source) return 'It has no stamp, so what it was made from is not known.'
  const now = readFileSync(path.join(srcDir, file), 'utf8')
  if (source === blobHash(now)) return `${name} has not changed since.`
  const before = contentOf(source)
  if (before === null) {
    return `git does not have the version of ${name} that was translated (blob ${source.slice(0, 12)}), so there is no diff: in a shallow clone, run git fetch --unshallow; else compare with ${name} as it is.`
  }
  return createTwoFilesPatch(
    `${name} (translated)`,
    `${name} (now)`,
    before,
    now,
    undefined,
    undefined,
    { context: 2 },
  ).replace(/^=+\n/, '')
}
