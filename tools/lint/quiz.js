#!/usr/bin/env node
/**
 * Checks a chapter's quiz: that it can be asked, and that a program whose
 * output is to be predicted prints what the quiz says. What translations have
 * of it is compared by `npm run l10n -- check`.
 *
 *     node tools/lint/quiz.js [ch01]
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chapters } from '../book-model/chapters.js'
import { asksForOutput, readQuiz } from '../book-model/quiz.js'
import { fromRoot, srcDir } from '../lib/paths.js'
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
 */
function checkQuiz({ slug, codeDir }) {
  const file = path.join(srcDir, slug, 'quiz.json')
  /** @param {string} message */
  const problem = (message) => ({ file: fromRoot(file), message })
  if (!existsSync(file)) {
    return [problem('there is no such file; every chapter has a quiz')]
  }
  try {
    return readQuiz(file)
      .filter(asksForOutput)
      .flatMap((question) => wrongOutput(question, codeDir) ?? [])
      .map(problem)
  } catch (error) {
    return [problem(/** @type {Error} */ (error).message)]
  }
}

if (isMain(import.meta.url)) {
  const [id] = process.argv.slice(2)
  report(
    'quiz',
    chapters()
      .filter((chapter) => id === undefined || chapter.id === id)
      .flatMap(checkQuiz),
    'every question can be asked, every output is what its program prints',
  )
}
