/**
 * What programs in the page are made of: the files of each chapter's code
 * folder, in one JSON file per chapter (site/load.js).
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chapters } from '../book-model/chapters.js'
import { playgroundFiles } from '../book-model/playground-files.js'
import { writeIfChanged } from '../lib/files.js'

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
