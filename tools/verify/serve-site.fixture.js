import { existsSync } from 'node:fs'
import path from 'node:path'
import { serveFolder } from '../browsers/static-server.js'
import { siteDir } from '../lib/paths.js'

/**
 * Serves what `mdbook build` wrote last.
 *
 * @returns {ReturnType<typeof serveFolder>}
 * @throws {Error} when it has written nothing
 */
export async function serveSite() {
  if (existsSync(path.join(siteDir, 'index.html'))) return serveFolder(siteDir)
  throw new Error('book/html/index.html is missing: run `mdbook build` first')
}
