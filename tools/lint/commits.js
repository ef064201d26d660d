#!/usr/bin/env node
/**
 * Checks the subjects of the commits that were made since this check is here:
 * 72 characters at the most, and they say what changed.
 */
import { git } from '../lib/git.js'
import { isMain, report } from './problems.js'

const longest = 72

/** @param {string} subject @returns {string[]} what is wrong with it */
export function subjectProblems(subject) {
  const problems = []
  if (subject.length > longest) {
    problems.push(
      `got ${subject.length} characters, expected ${longest} at the most; put the reason into the body`,
    )
  }
  if (!/^(Merge |Revert "|\p{Lu})/u.test(subject)) {
    problems.push('expected a verb with a capital letter: "Add …", "Fix …"')
  }
  if (subject.endsWith('.')) problems.push('expected no full stop at its end')
  return problems
}

if (isMain(import.meta.url)) {
  // In a shallow clone this is as far back as there is anything.
  const first = git(
    'log',
    '--diff-filter=A',
    '--format=%H',
    '--',
    'tools/lint/commits.js',
  )
    ?.trim()
    .split('\n')
    .at(-1)
  const log = first ? git('log', '--format=%h %s', `${first}..HEAD`) : ''
  const commits = log?.split('\n').filter(Boolean) ?? []
  const problems = commits.flatMap((line) => {
    const [hash, ...words] = line.split(' ')
    return subjectProblems(words.join(' ')).map((message) => ({
      file: `commit ${hash}`,
      message: `${message}: ${words.join(' ')}`,
    }))
  })
  report('commits', problems, `${commits.length} subjects say what changed`)
}
