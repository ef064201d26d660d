/**
 * The browser code of the book, bundled anew only when something that may be
 * in it has changed.
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
import { bookContents } from '../book-model/contents.js'
import { contentHash } from '../lib/content-cache.js'
import { root } from '../lib/paths.js'

/** Folders at the top that no bundle takes anything from. */
const unused = new Set(['book', 'learn', 'node_modules', 'results', 'src'])

const isSource = /(?<!\.test)\.(c?js|json|css|ts|txt)$/

/** @param {string} folder absolute @param {string[]} found is added to */
function collect(folder, found) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const { name } = entry
    const file = path.join(folder, name)
    if (entry.isDirectory()) {
      const isLeftOut = ['node_modules', 'target', 'bench'].includes(name)
      if (!isLeftOut && !name.startsWith('.')) collect(file, found)
    } else if (isSource.test(name)) found.push(file)
  }
}

/** @returns {string} of all that a bundle may be made of */
function sourcesHash() {
  const lock = path.join(root, 'package-lock.json')
  const files = existsSync(lock) ? [lock] : []
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const { name } = entry
    if (!entry.isDirectory() || unused.has(name) || name.startsWith('.')) {
      continue
    }
    collect(path.join(root, name), files)
  }
  return contentHash(
    JSON.stringify(bookContents()),
    ...files
      .sort()
      .flatMap((file) => [path.relative(root, file), readFileSync(file)]),
  )
}

/**
 * Bundles site.js, widgets/*.js and playground/*.js.
 *
 * @param {string} outDir
 * @returns {Promise<boolean>} whether there was anything to do
 * @throws {Error} esbuild's, with the file and line
 */
export async function buildBrowserCode(outDir) {
  mkdirSync(outDir, { recursive: true })
  const record = path.join(path.dirname(outDir), 'browser-code.json')
  const hash = sourcesHash()
  if (isBuilt(record, hash)) return false
  // A build that is ended half way must not pass for the one before.
  rmSync(record, { force: true })
  const { buildWidgets } = await import('../bundle/build.js')
  const bundles = await buildWidgets({ outDir, minify: true })
  const files = bundles.map(({ file }) => file)
  writeFileSync(record, JSON.stringify({ hash, files }))
  return true
}

/** @param {string} record of the build before @param {string} hash */
function isBuilt(record, hash) {
  if (!existsSync(record)) return false
  try {
    const before = JSON.parse(readFileSync(record, 'utf8'))
    return before.hash === hash && before.files.every(existsSync)
  } catch {
    return false
  }
}
