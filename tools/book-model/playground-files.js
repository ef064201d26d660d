/** The files of a chapter that programs in a page find. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What a program or its tests may import or read. */
const EXTENSIONS = ['.js', '.json', '.txt']

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
