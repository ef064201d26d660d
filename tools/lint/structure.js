/**
 * The English pages against src/SUMMARY.md: each is listed, under the title
 * that it has. In every language, a quick check has its question and its
 * answer. Names of figures are unique, and page-tests.json is not stale.
 *
 *     node tools/lint/structure.js [page below src/]
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chapters, pages } from '../book-model/chapters.js'
import { figureNames } from '../book-model/figures.js'
import {
  sourceLanguage,
  translationLanguages,
} from '../book-model/languages.js'
import { headings } from '../book-model/markdown.js'
import { fromRoot, srcDir, translationsDir } from '../lib/paths.js'
import { strings } from '../mdbook/strings.js'
import { findCommand, readStages, stagesFile } from '../page-tests/data.js'
import { changedSources } from '../page-tests/sources.js'
import { isMain, report } from './problems.js'

/** @typedef {import('./problems.js').Problem} Problem */

/** @param {string} file below src/ @param {string} title in SUMMARY.md */
function checkPage(file, title) {
  const [first] = headings(readFileSync(path.join(srcDir, file), 'utf8'))
  if (first?.level === 1 && first.text === title) return []
  const message =
    first?.level === 1
      ? `got the title "${first.text}", but src/SUMMARY.md has "${title}"; make them the same`
      : `got no title; begin: # ${title}`
  return [{ file: `src/${file}`, line: (first?.start ?? 0) + 1, message }]
}

/** @returns {Problem[]} */
export function checkStructure() {
  /** @type {Problem[]} */
  const problems = []
  const listed = pages()
  const seen = new Set()
  for (const { file, title } of listed) {
    if (seen.has(file)) {
      problems.push({
        file: 'src/SUMMARY.md',
        message: `${file} is listed twice`,
      })
    }
    seen.add(file)
    if (existsSync(path.join(srcDir, file))) {
      problems.push(...checkPage(file, title))
    } else {
      problems.push({
        file: 'src/SUMMARY.md',
        message: `"${title}" leads to src/${file}, which does not exist; write the page or remove the line`,
      })
    }
  }
  const files = readdirSync(srcDir, { recursive: true, encoding: 'utf8' })
  for (const entry of files.sort()) {
    const file = entry.split(path.sep).join('/')
    if (!file.endsWith('.md') || file === 'SUMMARY.md' || seen.has(file)) {
      continue
    }
    problems.push({
      file: `src/${file}`,
      message: 'it is not in src/SUMMARY.md, so no reader finds it; list it',
    })
  }
  return problems
}

/**
 * @param {string} name of a page, from the root
 * @param {string} text
 * @param {{ quickCheck: string, quickCheckAnswer: string }} words
 */
function quickChecks(name, text, words) {
  const opening = `<details><summary>${words.quickCheckAnswer}</summary>`
  const found = [...text.matchAll(/(?:^|(?<=\n[ \t]*\n))\S.*(?:\n.*\S.*)*/g)]
  const blocks = found.map(([block]) => block)
  const isQuestion = (/** @type {string} */ block = '') =>
    block.startsWith(`**${words.quickCheck}**`)

  /** @param {string} block @param {number} i */
  function trouble(block, i) {
    const [below = 'the end of the page', ...rest] = blocks.slice(i + 1)
    if (isQuestion(block)) {
      if (!block.includes('?')) {
        return `got a quick check without a question: "${block}"; ask with a ?`
      }
      return below.startsWith(opening)
        ? ''
        : `got "${below}" below a quick check, expected ${opening}`
    }
    if (!block.startsWith(opening)) return ''
    if (!isQuestion(blocks[i - 1])) {
      return `got an answer without its question; expected a paragraph above it that begins **${words.quickCheck}**`
    }
    if (block === opening && below === '</details>') {
      return 'got a quick check without an answer'
    }
    const end = rest.find((one) => one.includes('</details>'))
    return block === opening && end === '</details>'
      ? ''
      : 'expected blank lines around the answer, so that it is Markdown, and </details>'
  }

  return found.flatMap(({ 0: block, index }, i) => {
    const message = trouble(block, i)
    const line = text.slice(0, index).split('\n').length
    return message ? [{ file: name, line, message }] : []
  })
}

/** @returns {Problem[]} of the quick checks, in every language */
export function checkQuickChecks() {
  const english = strings(sourceLanguage.code)
  return pages().flatMap(({ file }) => [
    ...quickChecksOf(path.join(srcDir, file), [english]),
    ...translationLanguages().flatMap(({ code }) =>
      // A page that is begun is partly in English.
      quickChecksOf(path.join(translationsDir, code, file), [
        strings(code),
        english,
      ]),
    ),
  ])
}

/**
 * @param {string} file absolute path
 * @param {Record<string, any>[]} languages whose words it may have
 */
function quickChecksOf(file, languages) {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  const byWord = new Map(languages.map((words) => [words.quickCheck, words]))
  return [...byWord.values()].flatMap(({ quickCheck, quickCheckAnswer }) =>
    quickChecks(fromRoot(file), text, { quickCheck, quickCheckAnswer }),
  )
}

/**
 * A figure has an address of its own, and in print all are on one page.
 *
 * @returns {Problem[]} drawings that share a name
 */
export function checkFigures() {
  /** @type {Map<string, string>} */
  const known = new Map()
  return chapters().flatMap(({ slug }) =>
    figureNames(slug).flatMap((name) => {
      const file = `src/${slug}/figures/${name}`
      const other = known.get(name)
      known.set(name, file)
      if (other === undefined) return []
      const message = `got the name of ${other}, expected one that no other figure has`
      return [{ file, message }]
    }),
  )
}

/**
 * A chapter that has none yet is told so by the walk.
 *
 * @param {string} [page] below src/, whose chapter alone is looked at
 * @returns {Problem[]} chapters whose page-tests.json is stale
 */
export function checkStages(page) {
  return chapters()
    .filter(({ slug }) => page === undefined || page.startsWith(`${slug}/`))
    .filter((chapter) => readStages(chapter))
    .flatMap((chapter) => {
      const changed = changedSources(chapter)
      if (changed.length === 0) return []
      const more = changed.length - 3
      const names = changed.slice(0, 3).join(', ')
      const where = more > 0 ? `${names} and ${more} more` : names
      const file = fromRoot(stagesFile(chapter))
      const message = `stale: what is typed or tested in ${where} has changed; regenerate it: ${findCommand(chapter)}`
      return [{ file, message }]
    })
}

if (isMain(import.meta.url)) {
  report(
    'structure',
    [
      ...checkStructure(),
      ...checkQuickChecks(),
      ...checkFigures(),
      ...checkStages(process.argv[2]),
    ],
    `${pages().length} pages are as src/SUMMARY.md lists them`,
  )
}
