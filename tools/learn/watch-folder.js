/** Watching a folder of programs. */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** How often to look, in ms. */
const interval = 400

/** How deep, and at how many files: somebody's server may be in their home. */
const deepest = 5
const mostFiles = 2000

const program = /\.(?:[cm]?js|json)$/

/**
 * @param {string} folder absolute path
 * @param {number} [depth]
 * @returns {string[]} the programs below it, each with when it was written
 */
function look(folder, depth = 0) {
  /** @type {string[]} */
  const found = []
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    return found
  }
  for (const entry of entries) {
    if (found.length > mostFiles) break
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (depth < deepest) found.push(...look(file, depth + 1))
    } else if (program.test(entry.name)) {
      const stat = statSync(file, { throwIfNoEntry: false })
      found.push(`${file} ${stat?.mtimeMs} ${stat?.size}`)
    }
  }
  return found
}

/**
 * Calls back when a program of a folder has changed, come or gone. It looks,
 * rather than being told: not every system and mounted folder tells.
 *
 * @param {string} folder absolute path
 * @param {() => void} changed
 * @returns {() => void} stops watching
 */
export function watchFolder(folder, changed) {
  let known = look(folder).join('\n')
  let settling = false
  const timer = setInterval(() => {
    const now = look(folder).join('\n')
    if (now !== known) {
      // An editor may save in several steps, and several files.
      known = now
      settling = true
    } else if (settling) {
      settling = false
      changed()
    }
  }, interval)
  return () => clearInterval(timer)
}
