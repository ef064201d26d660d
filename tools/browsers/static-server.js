/** A small web server for the built site, on a free port. */
import { createReadStream, statSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream'

/** @type {Record<string, string>} */
export const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * @param {string} folder
 * @param {string} pathname of a URL
 * @returns {string | null} the file, or null when there is none
 */
export function fileFor(folder, pathname) {
  let name
  try {
    name = decodeURIComponent(pathname)
  } catch {
    return null
  }
  const file = path.join(
    folder,
    name.endsWith('/') ? `${name}index.html` : name,
  )
  if (!file.startsWith(folder + path.sep)) return null
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat?.isFile() ? file : null
}

/**
 * @param {string} folder
 * @returns {Promise<{ url: string, close: () => Promise<void> }>} the URL has
 *   no trailing slash
 */
export async function serveFolder(folder) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = fileFor(path.resolve(folder), pathname)
    if (!file) {
      response.writeHead(404, { 'content-type': 'text/plain' })
      response.end('Not Found')
      return
    }
    const type = types[path.extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type })
    // Between the two looks at it, a test may have removed the file.
    pipeline(createReadStream(file), response, () => {})
  })
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined))
  })
  const address = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
