/**
 * Serves the folder of the site that is whole just now, and tells browsers to
 * load a page again, as `mdbook serve` does.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { fileFor, types } from '../browsers/static-server.js'

/** Where mdBook's pages ask, when they are told to. */
export const reloadEndpoint = '__livereload'

/** What RFC 6455 puts behind the key of a client. */
const webSocketId = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** "reload", as one frame of text. */
const reloadFrame = Buffer.from('\x81\x06reload', 'latin1')

/**
 * A page that was loaded before the last build names files as they were called
 * then, such as its search index.
 *
 * @param {string} file that is not there
 * @returns {string | null} the same one of now, under another hash
 */
function renamed(file) {
  const [, stem, ending] = /^(.+-)[0-9a-f]{8}(\.\w+)$/.exec(file) ?? []
  if (stem === undefined || !existsSync(path.dirname(file))) return null
  const name = readdirSync(path.dirname(file)).find((one) => {
    const [, own, last] = /^(.+-)[0-9a-f]{8}(\.\w+)$/.exec(one) ?? []
    return own === path.basename(stem) && last === ending
  })
  return name === undefined ? null : path.join(path.dirname(file), name)
}

/** The site, while somebody works at it. */
export class SiteServer {
  /** The folder that is served, absolute; null before the first build. */
  folder = /** @type {string | null} */ (null)
  /** The page that was asked for last, below the folder. */
  lastPage = /** @type {string | null} */ (null)
  /** @type {Set<import('node:stream').Duplex>} */
  #open = new Set()
  #server = http.createServer((request, response) =>
    this.#answer(request, response),
  )

  constructor() {
    this.#server.on('upgrade', (request, socket) =>
      this.#connect(request, socket),
    )
  }

  /**
   * @param {number} port
   * @param {string} hostname
   * @returns {Promise<number>} the port
   * @throws {Error} where it is taken
   */
  async listen(port, hostname) {
    await new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, hostname, () => resolve(undefined))
    })
    const address = /** @type {import('node:net').AddressInfo} */ (
      this.#server.address()
    )
    return address.port
  }

  /** Has the open pages loaded again. */
  reload() {
    for (const socket of this.#open) socket.write(reloadFrame)
  }

  async close() {
    for (const socket of this.#open) socket.destroy()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /**
   * @param {http.IncomingMessage} request
   * @param {http.ServerResponse} response
   */
  #answer(request, response) {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const folder = this.folder ?? ''
    let file = folder === '' ? null : fileFor(folder, pathname)
    file ??= renamed(path.join(folder, pathname))
    let status = 200
    if (file === null) {
      const inside = path.join(folder, pathname, 'index.html')
      if (inside.startsWith(folder + path.sep) && existsSync(inside)) {
        response.writeHead(301, { location: `${pathname}/` }).end()
        return
      }
      status = 404
      file = path.join(folder, '404.html')
    }
    const size = statSync(file, { throwIfNoEntry: false })?.size
    if (size === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' })
      response.end('Not Found')
      return
    }
    if (status === 200 && file.endsWith('.html')) {
      this.lastPage = path.relative(folder, file).split(path.sep).join('/')
    }
    response.writeHead(status, {
      'content-type': types[path.extname(file)] ?? 'application/octet-stream',
      // A page that has been made again is never the one that a browser kept.
      'cache-control': 'no-store',
    })
    if (request.method === 'HEAD') response.end()
    else pipeline(createReadStream(file), response, () => {})
  }

  /**
   * @param {http.IncomingMessage} request
   * @param {import('node:stream').Duplex} socket
   */
  #connect(request, socket) {
    const key = request.headers['sec-websocket-key']
    if (request.url !== `/${reloadEndpoint}` || key === undefined) {
      socket.destroy()
      return
    }
    const accept = createHash('sha1')
      .update(key + webSocketId)
      .digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    this.#open.add(socket)
    // A page says nothing but that it leaves.
    socket.resume()
    socket.on('end', () => socket.end())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#open.delete(socket))
  }
}
