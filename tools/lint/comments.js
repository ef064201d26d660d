/**
 * The comments of the first chapters say what a thing is or does: what has no
 * subject (nobody, whoever, is none) is hard to read for those who learn from
 * them.
 *
 *     node tools/lint/comments.js [chNN …]
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { chapters } from '../book-model/chapters.js'
import { commentsOf } from '../book-model/code.js'
import { textOf } from '../lib/files.js'
import { fromRoot } from '../lib/paths.js'
import { isMain, report } from './problems.js'

/** @typedef {import('./problems.js').Problem} Problem */

/** Chapters whose files are checked. */
const CHECKED = /^ch0[1-9]$/

/** What readers type or run there. */
const CODE =
  /^(lib\/|demo\/|steps\/|bench\/|server[^/]*$).*(?<!\.test)\.[cm]?js$/

const WORDS =
  /\b(?:nobody|somebody|anybody|whoever)\b|\b(?:is|are) none\b|(?<=^\s*|[.:;!]\s+|\}\s)who (?![^.]*\?)/gi

/**
 * @param {string} text of a program
 * @returns {{ line: number, words: string }[]} line from 1
 */
export const oddWords = (text) =>
  commentsOf(text).flatMap((comment) => {
    // Line by line as it is, without the signs at their beginnings.
    const own = comment.text.replace(/^([ \t]*\*)/gm, (sign) =>
      ' '.repeat(sign.length),
    )
    return [...own.matchAll(WORDS)].map(({ 0: words, index }) => ({
      line: comment.line + own.slice(0, index).split('\n').length - 1,
      words: words.trim(),
    }))
  })

/**
 * @param {string} folder absolute path of a snapshot
 * @returns {Problem[]}
 */
const problemsIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => CODE.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort()
    .flatMap((file) =>
      oddWords(textOf(file)).map(({ line, words }) => ({
        file: fromRoot(file),
        line,
        message: `got "${words}" in a comment; say what the thing is or does, and who or what does it`,
      })),
    )

if (isMain(import.meta.url)) {
  const ids = process.argv.slice(2)
  const problems = chapters()
    .filter(({ id }) => (ids.length > 0 ? ids.includes(id) : CHECKED.test(id)))
    .filter(({ codeDir }) => existsSync(codeDir))
    .flatMap(({ codeDir }) => problemsIn(codeDir))
  report('comments', problems, 'each says what a thing is or does')
}
