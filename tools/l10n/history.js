/** What has changed in English since a translation was made. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { git } from '../lib/git.js'
import { srcDir } from '../lib/paths.js'
import {
  blobHash,
  readQuizStamp,
  readStamp,
  StampError,
  translationOf,
} from './state.js'

/**
 * A translation as it was when its English page was last the stamped one.
 *
 * @param {string} language
 * @param {string} file below src/
 * @param {string} source of the stamp
 * @returns {string | null} null when no commit has that English page
 */
export function translationOfSource(language, file, source) {
  const page = `src/${file}`
  const head = git('rev-parse', `HEAD:${page}`)?.trim()
  const where = head === source ? ['HEAD', page] : lastWith(page, `${source} `)
  if (where === null) return null
  const [commit, name] = where
  const own = name.replace(/^src/, `translations/${language}`)
  return git('show', `${commit}:${own}`)
}

/**
 * @param {string} page
 * @param {string} before the blob, and a space
 * @returns {string[] | null} the commit before the page changed from that, and
 *   the page's name in it
 */
function lastWith(page, before) {
  const log = ['--follow', '--raw', '--no-abbrev', '--format=%H']
  let commit = ''
  for (const line of (git('log', ...log, '--', page) ?? '').split('\n')) {
    if (/^[0-9a-f]{40}$/.test(line)) commit = line
    else if (line.startsWith(before, ':100644 100644 '.length)) {
      return [`${commit}^`, line.split('\t')[1]]
    }
  }
  return null
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
  // A paragraph is one long line, and who translates it wants to see the word.
  const options = ['--no-color', '--word-diff=plain', '-U1']
  const diff = git('diff', ...options, source, name)
  if (diff === null) {
    return `git does not have the version of ${name} that was translated (blob ${source.slice(0, 12)}), so there is no diff: in a shallow clone, run git fetch --unshallow; else compare with ${name} as it is.`
  }
  return [
    `--- ${name} (translated)`,
    `+++ ${name} (now)`,
    '    [-removed-]{+added+}',
    diff.slice(diff.indexOf('@@')).trimEnd(),
  ].join('\n')
}
