#!/usr/bin/env node
/**
 * Checks a chapter's quiz in every language: that it can be asked, and that a
 * program whose output is to be predicted prints what the quiz says.
 *
 *     node tools/lint/quiz.js [ch01]
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chapters } from '../book-model/chapters.js'
import { translationLanguages } from '../book-model/languages.js'
import { asksForOutput, readQuiz } from '../book-model/quiz.js'
import { fromRoot, srcDir, translationsDir } from '../lib/paths.js'
import { patienceInMs } from '../processes/pace.js'
import { nodePath } from '../processes/toolchain.js'
import { isMain, report } from './problems.js'

/**
 * @param {import('../book-model/quiz.js').Question} question
 * @param {string} codeFolder absolute path of the chapter's code folder
 * @returns {string | null} what is wrong
 */
function wrongOutput({ id, code, options }, codeFolder) {
  const node = nodePath(26) ?? process.execPath
  const run = spawnSync(node, [path.join(codeFolder, code ?? '')], {
    cwd: codeFolder,
    encoding: 'utf8',
    timeout: patienceInMs(20),
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC' },
  })
  const where = `question "${id}": ${code}`
  if (run.error) return `${where} did not run: ${run.error.message}`
  if (run.status !== 0) {
    return `${where} ended with status ${run.status}:\n${run.stderr}`
  }
  const expected = options.find(({ correct }) => correct)?.output ?? ''
  if (run.stdout.trimEnd() === expected.trimEnd()) return null
  return `${where} prints\n${run.stdout.trimEnd()}\nand the option marked correct says\n${expected}`
}

/**
 * @param {import('../book-model/chapters.js').Chapter} chapter
 * @param {string} folder src/ or a language's folder
 * @returns {import('./problems.js').Problem[]}
 */
function checkOne(chapter, folder) {
  const file = path.join(folder, chapter.slug, 'quiz.json')
  if (!existsSync(file)) {
    // A translation without a quiz falls back to English.
    if (folder !== srcDir) return []
    const message = 'there is no such file; every chapter has a quiz'
    return [{ file: fromRoot(file), message }]
  }
  try {
    return readQuiz(file)
      .filter(asksForOutput)
      .flatMap((question) => wrongOutput(question, chapter.codeDir) ?? [])
      .map((message) => ({ file: fromRoot(file), message }))
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    return [{ file: fromRoot(file), message }]
  }
}

/**
 * @param {string} [id] one chapter; all of them without it
 * @returns {import('./problems.js').Problem[]}
 */
export function checkQuizzes(id) {
  const folders = [
    srcDir,
    ...translationLanguages().map(({ code }) =>
      path.join(translationsDir, code),
    ),
  ]
  return chapters()
    .filter((chapter) => id === undefined || chapter.id === id)
    .flatMap((chapter) =>
      folders.flatMap((folder) => checkOne(chapter, folder)),
    )
}

if (isMain(import.meta.url)) {
  report(
    'quiz',
    checkQuizzes(process.argv[2]),
    'every question can be asked, every output is what its program prints',
  )
}
