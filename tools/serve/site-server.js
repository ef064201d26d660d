/**
 * Serves the folder of the site that is whole just now, and tells browsers to
 * load a page again.
 */
import { existsSync, readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { fileFor, types } from '../browsers/static-server.js'

/** Where pages wait for events that tell them to load again. */
const events = '/__reload'

const reloader = `<script>new EventSource('${events}').onmessage = () => location.reload()</script>`

const building = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Building the book</title><p>The book is being built. This page shows it as soon as it is there.</p>${reloader}</html>`

/** The site, while it is worked on. */
export class SiteServer {
  /** The folder that is served, absolute; null before the first build. */
  folder = /** @type {string | null} */ (null)
  /** The page that was asked for last, below the folder. */
  lastPage = ''
  /** The folder before: a page that is still open names files in it. */
  #before = /** @type {string | null} */ (null)
  /** @type {Set<http.ServerResponse>} */
  #waiting = new Set()
  #server = http.createServer((request, response) =>
    this.#answer(request, response),
  )

  /** @param {number} port @param {string} hostname @returns {Promise<void>} */
  listen(port, hostname) {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, hostname, resolve)
    })
  }

  /** @param {string} folder absolute path */
  show(folder) {
    this.#before = this.folder
    this.folder = folder
  }

  /** Has the open pages loaded again. */
  reload() {
    for (const response of this.#waiting) response.write('data: reload\n\n')
  }

  /**
   * @param {http.IncomingMessage} request
   * @param {http.ServerResponse} response
   */
  #answer(request, response) {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    // A page that has been made again is never the one that a browser kept.
    response.setHeader('cache-control', 'no-store')
    if (pathname === events) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      this.#waiting.add(response)
      response.on('close', () => this.#waiting.delete(response))
      return
    }
    if (this.folder === null) {
      response.writeHead(503, { 'content-type': types['.html'] })
      response.end(building)
      return
    }
    const file =
      fileFor(this.folder, pathname) ??
      (this.#before && fileFor(this.#before, pathname))
    if (file) return this.#send(response, file, 200)
    if (fileFor(this.folder, `${pathname}/`)) {
      response.writeHead(301, { location: `${pathname}/` }).end()
      return
    }
    this.#send(response, path.join(this.folder, '404.html'), 404)
  }

  /**
   * @param {http.ServerResponse} response
   * @param {string} file
   * @param {number} status
   */
  #send(response, file, status) {
    const ending = path.extname(file)
    const type = types[ending] ?? 'application/octet-stream'
    response.writeHead(status, { 'content-type': type })
    const content = existsSync(file) ? readFileSync(file) : 'Not Found'
    if (ending !== '.html') {
      response.end(content)
      return
    }
    if (status === 200 && file.startsWith(`${this.folder}${path.sep}`)) {
      const name = path.relative(String(this.folder), file)
      this.lastPage = name.split(path.sep).join('/')
    }
    response.end(content + reloader)
  }
}
