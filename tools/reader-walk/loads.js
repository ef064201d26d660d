/** Which files of a folder a command runs, with all that they import or start. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const imported = /\b(?:from|import|require|new URL)\s*\(?\s*(['"])([^'"\n]+)\1/g

const program = /(?<![\w/])\.{0,2}\/?[\w@-][\w@./-]*\.(?:js|cjs|mjs)\b/g

/** @param {string} file */
const isFile = (file) => existsSync(file) && statSync(file).isFile()

/**
 * @param {string} specifier
 * @param {string} from the folder of the file that imports it
 * @param {string} top the chapter's folder
 * @returns {string | null} an absolute path; null for what is not of the folder
 */
function resolve(specifier, from, top) {
  if (specifier.startsWith('.')) return path.resolve(from, specifier)
  if (specifier !== 'velocy') return null
  const file = path.join(top, 'package.json')
  const { exports } = isFile(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return typeof exports === 'string' ? path.join(top, exports) : null
}

/**
 * @param {string} command
 * @param {string} top absolute path of the folder that it is typed in
 * @returns {Set<string>} files, below that folder
 */
export function loadedBy(command, top) {
  /** @type {Set<string>} */
  const seen = new Set()
  const direct = [...command.matchAll(program)].map(([name]) => name)
  const own = [...command.matchAll(imported)].map(([, , name]) => name)
  const waiting = [...direct.map((name) => `./${name}`), ...own].flatMap(
    (name) => resolve(name, top, top) ?? [],
  )
  for (const file of waiting) {
    const name = path.relative(top, file).split(path.sep).join('/')
    if (seen.has(name) || !isFile(file)) continue
    seen.add(name)
    const text = readFileSync(file, 'utf8')
    for (const [, , specifier] of text.matchAll(imported)) {
      const next = resolve(specifier, path.dirname(file), top)
      if (next) waiting.push(next)
    }
  }
  return seen
}
