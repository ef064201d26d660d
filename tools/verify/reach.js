/**
 * Which files a program reaches: those that it imports, those that they
 * import, and those that any of them names. What is named need not be read:
 * a check that runs once too often costs less than one that does not run.
 * Tests make up books of their own, so that a page or a snapshot that one
 * names is none of ours unless it imports it.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Text in quotes that looks like the path of a program or of its data. */
const named =
  /(['"`])(?:[a-z]+:)?((?:\.{0,2}\/)?[\w@.-]+(?:\/[\w@.-]+)*\.[a-z]{2,4})\1/g

/** A comment may name what it likes. */
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

const program = /\.(?:js|cjs|mjs)$/
const ofBook = /^(?:src|translations|code|results)\//

/** @param {string} file @returns {boolean} */
const isFile = (file) =>
  existsSync(file) &&
  statSync(file, { throwIfNoEntry: false })?.isFile() === true

/**
 * @param {string} root absolute path of the project
 */
export function reachIn(root) {
  /** @type {Map<string, string[]>} by absolute path */
  const neighbours = new Map()

  /**
   * @param {string} file absolute path
   * @returns {string[]} absolute paths
   */
  function namesIn(file) {
    const known = neighbours.get(file)
    if (known) return known
    /** @type {Set<string>} */
    const found = new Set()
    neighbours.set(file, [])
    if (program.test(file)) {
      const text = readFileSync(file, 'utf8').replaceAll(comments, '')
      for (const [, , name] of text.matchAll(named)) {
        // Beside the file; or as the tools write it, from the root or tools/.
        const froms = [path.dirname(file)]
        const isMadeUp = file.endsWith('.test.js') && ofBook.test(name)
        if (/^\w.*\//.test(name) && !isMadeUp) froms.push(root, `${root}/tools`)
        for (const from of froms) {
          const target = path.resolve(from, name)
          if (target.startsWith(`${root}${path.sep}`) && isFile(target)) {
            found.add(target)
          }
        }
      }
    }
    neighbours.set(file, [...found])
    return [...found]
  }

  /**
   * @param {string[]} files absolute paths
   * @returns {Set<string>} paths from the root, with those of the files
   */
  return function reachedFrom(files) {
    const seen = new Set(files.filter(isFile))
    for (const file of seen) {
      for (const next of namesIn(file)) {
        if (!next.includes('/node_modules/')) seen.add(next)
      }
    }
    return new Set(
      [...seen].map((file) =>
        path.relative(root, file).split(path.sep).join('/'),
      ),
    )
  }
}
