/**
 * What has changed in English since a translation was made.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { diffWordsWithSpace, structuredPatch } from 'diff'
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
 * A translation as it was when its English page was last the stamped one.
 *
 * @param {string} language
 * @param {string} file below src/
 * @param {string} source of the stamp
 * @returns {string | null} null when no commit has that English page
 */
export function translationOfSource(language, file, source) {
  const page = `src/${file}`
  const head = git('rev-parse', `HEAD:${page}`).stdout.trim()
  const where = head === source ? ['HEAD', page] : lastWith(page, `${source} `)
  if (where === null) return null
  const [commit, name] = where
  const own = name.replace(/^src/, `translations/${language}`)
  const shown = git('show', `${commit}:${own}`)
  return shown.status === 0 ? shown.stdout : null
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
  for (const line of git('log', ...log, '--', page).stdout.split('\n')) {
    if (/^[0-9a-f]{40}$/.test(line)) commit = line
    else if (line.startsWith(before, ':100644 100644 '.length)) {
      return [`${commit}^`, line.split('\t')[1]]
    }
  }
  return null
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
    '-c',
    'core.quotePath=false',
    'status',
    '--porcelain',
    '--untracked-files=all',
    '--',
    folder,
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
  const { hunks } = structuredPatch(name, name, before, now, '', '', {
    context: 2,
  })
  return [
    `--- ${name} (translated)`,
    `+++ ${name} (now)`,
    '    [-removed-] {+added+}',
    ...hunks.flatMap((hunk) => [
      `@@ line ${hunk.newStart} @@`,
      ...markWords(hunk.lines),
    ]),
  ].join('\n')
}

/**
 * Marks what has changed within the lines of a hunk: a paragraph is one long
 * line, and who translates it wants to see the word.
 *
 * @param {string[]} lines beginning with `-`, `+` or a space
 * @returns {string[]}
 */
export function markWords(lines) {
  /** @type {string[]} */
  const marked = []
  for (let i = 0; i < lines.length; ) {
    const removed = linesFrom(lines, i, '-')
    const added = linesFrom(lines, i + removed.length, '+')
    if (removed.length === 0 && added.length === 0) {
      marked.push(lines[i])
      i++
      continue
    }
    const pairs = Math.min(removed.length, added.length)
    for (let j = 0; j < pairs; j++) {
      marked.push(...markPair(removed[j].slice(1), added[j].slice(1)))
    }
    marked.push(...removed.slice(pairs), ...added.slice(pairs))
    i += removed.length + added.length
  }
  return marked
}

/**
 * @param {string[]} lines
 * @param {number} start
 * @param {string} sign
 */
function linesFrom(lines, start, sign) {
  let end = start
  while (lines[end]?.startsWith(sign)) end++
  return lines.slice(start, end)
}

/** Words of what has not changed that are shown beside what has. */
const nearby = 8

/**
 * @param {string} before
 * @param {string} after
 * @returns {string[]} both lines, when they have little in common
 */
function markPair(before, after) {
  const parts = diffWordsWithSpace(before, after)
  const kept = parts
    .filter(({ added, removed }) => !added && !removed)
    .reduce((length, { value }) => length + value.length, 0)
  if (2 * kept < Math.max(before.length, after.length)) {
    return [`-${before}`, `+${after}`]
  }
  const texts = parts.map(({ value, added, removed }, i) => {
    if (added) return `{+${value}+}`
    if (removed) return `[-${value}-]`
    const words = value.split(/(?<= )/)
    const head = i === 0 ? 0 : nearby
    const tail = i === parts.length - 1 ? 0 : nearby
    if (words.length <= head + tail + 1) return value
    const end = tail === 0 ? '' : words.slice(-tail).join('')
    return `${words.slice(0, head).join('')}… ${end}`
  })
  return [`~${texts.join('').trimEnd()}`]
}
