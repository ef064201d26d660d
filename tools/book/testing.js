/** A small book in a temporary folder, for tests that build it for real. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../lib/paths.js'
import { mdbookPath } from '../lib/toolchain.js'

/** What a project must have for its book to be built. */
const machinery = [
  'package.json',
  'book.toml',
  'tools',
  'widgets',
  'theme',
  // The widgets import the chapters' own modules.
  'code/ch00',
  'code/ch01',
]

/**
 * @param {Record<string, string>} files path from the root → content
 * @returns {{ folder: string, build: () => { status: number, output: string },
 *   write: (name: string, content: string) => void, remove: () => void }}
 */
export function temporaryBook(files) {
  const folder = mkdtempSync(path.join(tmpdir(), 'book-'))
  for (const name of machinery) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  symlinkSync(
    path.join(root, 'node_modules'),
    path.join(folder, 'node_modules'),
  )
  /** @param {string} name @param {string} content */
  const write = (name, content) => {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  for (const [name, content] of Object.entries(files)) write(name, content)
  return {
    folder,
    write,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    build: () => {
      const { status, stdout, stderr, error } = spawnSync(
        mdbookPath() ?? 'mdbook',
        ['build'],
        { cwd: folder, encoding: 'utf8', timeout: 60_000 },
      )
      if (error) throw error
      return { status: status ?? 1, output: stdout + stderr }
    },
  }
}
