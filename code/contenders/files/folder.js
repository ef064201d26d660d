/**
 * The folder that all of them serve, in the system's folder for such things: a
 * list of birds of 2,000 bytes, and one of 10 MB. `node folder.js` makes it, and
 * prints where it is.
 */
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const LINE = 'tui kaka kokako bellbird\n'
const CHANGED = new Date('2026-01-15T12:00:00Z')

/**
 * @param {string} folder
 * @param {string} name
 * @param {number} lines
 */
function write(folder, name, lines) {
  const file = path.join(folder, name)
  const size = lines * LINE.length
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.size !== size) writeFileSync(file, LINE.repeat(lines))
  utimesSync(file, CHANGED, CHANGED)
}

/** @returns {string} its path */
export function makeFolder() {
  const folder = path.join(tmpdir(), 'velocy-bench-files')
  mkdirSync(folder, { recursive: true })
  write(folder, 'birds.txt', 80)
  write(folder, 'dawn.txt', 400_000)
  return folder
}

if (import.meta.main) console.log(makeFolder())
