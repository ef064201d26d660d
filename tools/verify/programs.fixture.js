/** The programs that the pages run, and what Node.js makes of them. */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chapterOf, pages, siteFile } from '../book-model/chapters.js'
import { directives } from '../book-model/markdown.js'
import { isRunInPage, readQuiz } from '../book-model/quiz.js'
import { codeDir, siteDir, srcDir } from '../lib/paths.js'
import { freePort } from '../processes/free-port.js'
import { patienceInMs } from '../processes/pace.js'
import { nodePath } from '../processes/toolchain.js'

/** How long a program may take to run and be shown, in ms. */
export const runTime = patienceInMs(20)

/**
 * @typedef {object} PageWithPrograms
 * @property {string} page path of the site
 * @property {string[]} programs `ch07/steps/1-order.js`, in the page's order
 */

/** @returns {PageWithPrograms[]} what the English texts ask for */
export const pagesWithPrograms = () =>
  pages()
    .map(({ file }) => ({
      page: siteFile(file),
      programs: programsIn(file),
    }))
    .filter(({ programs }) => programs.length > 0)

/**
 * @param {string} file below src/
 * @returns {string[]}
 */
function programsIn(file) {
  const chapter = chapterOf(file)
  return directives(readFileSync(path.join(srcDir, file), 'utf8')).flatMap(
    ({ name, target, rest }) => {
      if (name === 'quiz' && chapter) {
        return readQuiz(path.join(srcDir, chapter.slug, target || 'quiz.json'))
          .filter(isRunInPage)
          .map(({ code }) => `${chapter.id}/${code}`)
      }
      const runs = name === 'listing' && rest.includes('run')
      if (!runs) return []
      // A path from the root, on any page.
      if (target.startsWith('code/')) return [target.slice('code/'.length)]
      return chapter ? [`${chapter.id}/${target}`] : []
    },
  )
}

/**
 * @param {string} page path of the site
 * @returns {string[]} the programs that the built page has buttons for
 */
export const programsOnSite = (page) =>
  [
    ...readFileSync(path.join(siteDir, page), 'utf8').matchAll(
      /<figure class="listing"[^>]* data-run="([^"]+)"/g,
    ),
  ].map(([, program]) => program)

/**
 * @typedef {object} Result of a program
 * @property {string} stdout
 * @property {string} stderr
 * @property {number | null} status
 */

/** Copies of the chapters' folders: a program may write beside itself. */
const copies = mkdtempSync(path.join(os.tmpdir(), 'programs-'))
process.once('exit', () => rmSync(copies, { recursive: true, force: true }))

/**
 * @param {string} chapter
 * @returns {string} a folder that no other program writes into
 */
function copyOf(chapter) {
  const folder = path.join(mkdtempSync(path.join(copies, 'run-')), chapter)
  cpSync(path.join(codeDir, chapter), folder, { recursive: true })
  return folder
}

/**
 * @param {string} program
 * @returns {Promise<Result>}
 */
export async function runInNode(program) {
  const [chapter, ...file] = program.split('/')
  const port = await freePort()
  return new Promise((resolve, reject) => {
    execFile(
      nodePath(26) ?? process.execPath,
      [file.join('/')],
      {
        cwd: copyOf(chapter),
        timeout: runTime,
        env: {
          ...{ PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC' },
          PORT: String(port),
        },
      },
      (error, stdout, stderr) => {
        const status = error ? error.code : 0
        if (typeof status !== 'number') return reject(error)
        resolve({ stdout, stderr, status })
      },
    )
  })
}

/**
 * What no two runs have in common: times, and the number of a process.
 *
 * @param {string} output
 */
export const comparable = (output) =>
  output
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '(time)')
    .replaceAll(/"(pid|time)":\d+/g, '"$1":0')
    // Where an error came from has another form in each engine.
    .replaceAll(/"stack":"(?:[^"\\]|\\.)*"/g, '"stack":""')
    .replaceAll(/file:\/\/\/\S*?\/(ch\d\d\/)/g, 'file:///$1')
    .replaceAll(/\n {4}at [^\n"]*/g, '')
