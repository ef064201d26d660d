/** The programs that the built site runs, and what Node.js prints of them. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pages } from '../lib/chapters.js'
import { codeDir, siteDir } from '../lib/paths.js'
import { nodePath } from '../lib/toolchain.js'

/** How long a program may take to run and be shown, in ms. */
export const patience = 30_000

/**
 * @typedef {object} Shown
 * @property {string} page path of the site
 * @property {string[]} programs `ch07/steps/1-order.js`, in the page's order
 */

/** @returns {Shown[]} the English pages that run something */
export function pagesWithPrograms() {
  return pages()
    .map(({ file }) =>
      file.replace(/README\.md$/, 'index.md').replace(/md$/, 'html'),
    )
    .map((page) => ({ page, programs: programsOf(page) }))
    .filter(({ programs }) => programs.length > 0)
}

/** @param {string} page */
function programsOf(page) {
  const file = path.join(siteDir, page)
  if (!existsSync(file)) return []
  return [
    ...readFileSync(file, 'utf8').matchAll(
      /<figure class="listing"[^>]* data-run="([^"]+)"/g,
    ),
  ].map(([, program]) => program)
}

/** Copies of the chapters' folders: a program may write beside itself. */
const copies = mkdtempSync(path.join(os.tmpdir(), 'programs-'))
process.once('exit', () => rmSync(copies, { recursive: true, force: true }))

/** @param {string} chapter */
function copyOf(chapter) {
  const folder = path.join(copies, chapter)
  if (!existsSync(folder)) {
    cpSync(path.join(codeDir, chapter), folder, { recursive: true })
  }
  return folder
}

/**
 * @param {string} program
 * @returns {{ output: string, failed: boolean }} what Node.js prints
 */
export function runInNode(program) {
  const [chapter, ...file] = program.split('/')
  const { stdout, status, error } = spawnSync(
    nodePath(26) ?? process.execPath,
    [file.join('/')],
    {
      cwd: copyOf(chapter),
      encoding: 'utf8',
      timeout: patience,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC' },
    },
  )
  if (error) throw error
  return { output: stdout, failed: status !== 0 }
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

/** @returns {string[]} all of them, each once */
export const programsOfSite = () => [
  ...new Set(pagesWithPrograms().flatMap(({ programs }) => programs)),
]
