/**
 * Which files a program reaches: those that it imports or names, those that
 * they do, and so on. A test makes up books of its own, so a page or a
 * snapshot that it names isn't one of ours unless it imports it.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Text in quotes that looks like the path of a program or of its data. */
const named =
  /(['"`])(?:[a-z]+:)?((?:\.{0,2}\/)?[\w@.-]+(?:\/[\w@.-]+)*\.[a-z]{2,4})\1/g

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const ofBook = /^(?:src|translations|code|results)\//

/** @param {string} file absolute path */
const isFile = (file) => existsSync(file) && statSync(file).isFile()

/**
 * @param {string} root absolute path of the project
 * @returns {(programs: string[]) => Set<string>} from absolute paths to all
 *   that they reach, as paths from the root
 */
export function reachIn(root) {
  /** @type {Map<string, string[]>} by absolute path */
  const known = new Map()

  /** @param {string} file @returns {string[]} */
  function namesIn(file) {
    if (!/\.[cm]?js$/.test(file)) return []
    const text = readFileSync(file, 'utf8').replaceAll(comments, '')
    return [...text.matchAll(named)].flatMap(([, , name]) => {
      const isMadeUp = file.endsWith('.test.js') && ofBook.test(name)
      // Beside the file; or, as the tools write it, from the root or tools/.
      const isFromRoot = /^\w.*\//.test(name) && !isMadeUp
      return [
        path.dirname(file),
        ...(isFromRoot ? [root, `${root}/tools`] : []),
      ]
        .map((from) => path.resolve(from, name))
        .filter((target) => target.startsWith(root + path.sep))
        .filter((target) => !target.includes('/node_modules/'))
        .filter(isFile)
    })
  }

  return (programs) => {
    const seen = new Set(programs.filter(isFile))
    for (const file of seen) {
      const next = known.get(file) ?? namesIn(file)
      known.set(file, next)
      for (const one of next) seen.add(one)
    }
    return new Set([...seen].map((file) => path.relative(root, file)))
  }
}
