/**
 * What programs in the page are made of: the files of each chapter's code
 * folder, in one JSON file per chapter (widgets/site/load.js).
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { chapters } from '../lib/chapters.js'

/** What a program or its tests may import or read. */
const EXTENSIONS = ['.js', '.cjs', '.json', '.txt']

/** Folders that no page shows. */
const LEFT_OUT = ['bench', 'node_modules']

/**
 * @param {string} file path from the chapter's code folder
 * @returns {boolean} whether it goes into the chapter's JSON file
 */
export function isPlaygroundFile(file) {
  const folders = file.split('/').slice(0, -1)
  return (
    EXTENSIONS.includes(path.extname(file)) &&
    !folders.some((name) => LEFT_OUT.includes(name) || name.startsWith('.'))
  )
}

/**
 * @param {string} codeFolder absolute path of a chapter's code
 * @returns {Record<string, string>} the texts by path from the folder
 */
export function playgroundFiles(codeFolder) {
  const names = readdirSync(codeFolder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter(isPlaygroundFile)
    .sort()
  return Object.fromEntries(
    names.map((name) => [
      name,
      readFileSync(path.join(codeFolder, name), 'utf8'),
    ]),
  )
}

/**
 * Writes `chNN.json` for each chapter, and removes those of chapters that are
 * gone. A file is written only when it changes.
 *
 * @param {string} outDir
 * @returns {{ file: string, written: boolean }[]}
 */
export function writePlayground(outDir) {
  mkdirSync(outDir, { recursive: true })
  const files = chapters()
    .filter(({ codeDir }) => existsSync(codeDir))
    .map(({ id, codeDir }) => {
      const file = path.join(outDir, `${id}.json`)
      const content = { chapter: id, files: playgroundFiles(codeDir) }
      return { file, written: writeIfChanged(file, JSON.stringify(content)) }
    })
  const names = files.map(({ file }) => path.basename(file))
  for (const name of readdirSync(outDir)) {
    if (/^ch\d\d\.json$/.test(name) && !names.includes(name)) {
      rmSync(path.join(outDir, name))
    }
  }
  return files
}

/**
 * @param {string} file
 * @param {string} text
 */
function writeIfChanged(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false
  writeFileSync(file, text)
  return true
}
