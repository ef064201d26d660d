import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { serveRouter } from './serving.js'
import { request } from './support.js'

/** When the files of a test were changed: long ago. */
export const CHANGED = new Date('2026-01-15T12:00:00Z')

/**
 * A folder that is gone after the test.
 *
 * @param {import('node:test').TestContext} t
 * @param {Record<string, string>} files by path, with their content
 */
export function folderWith(t, files) {
  const folder = mkdtempSync(join(tmpdir(), 'velocy-files-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    utimesSync(path, CHANGED, CHANGED)
  }
  return folder
}

/**
 * Serves a router until the test ends.
 *
 * @param {import('node:test').TestContext} t
 * @param {any} router
 */
export async function serve(t, router) {
  const app = await serveRouter(t, router)
  return {
    port: app.port,
    /** @param {string} path @param {Record<string, string>} [headers] */
    get: (path, headers) => request(app, path, { headers }),
    /** @param {string} path @param {Record<string, string>} [headers] */
    head: (path, headers) => request(app, path, { method: 'HEAD', headers }),
  }
}
