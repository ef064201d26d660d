import http from 'node:http'
import net from 'node:net'
import { resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

// This file is the same in every chapter. It knows nothing of a server but
// its `start` function and its socket, so it tests a reader's server as well.

/**
 * How long a test waits for something that should be immediate, in ms. On a
 * busy machine, the variable PATIENCE says more than 2.
 */
export const PATIENCE = 2500 * (Number(process.env.PATIENCE) || 2)

const { pid, platform } = process
const bytes = [64 + (pid >> 16), (pid >> 8) & 255, pid & 255]

/**
 * An address where no other program listens: on 127.0.0.1, one may take a port
 * that has become free. Systems other than Linux have no more than that.
 */
export const OWN_HOST =
  platform === 'linux' ? `127.${bytes.join('.')}` : '127.0.0.1'

/**
 * @typedef {object} App
 * @property {string} url where it listens, without a trailing slash
 * @property {string} host
 * @property {number} port
 * @property {() => Promise<void>} close resolves when the server has stopped
 */

/**
 * Starts the server under test on a free port of the loopback interface: the
 * file named by the environment variable APP, or the chapter's own server.js.
 *
 * @param {Record<string, unknown> & { host?: string }} [options] passed on to
 *   the server's `start`
 * @returns {Promise<App>}
 */
export async function startApp({ host = '127.0.0.1', ...options } = {}) {
  const file = process.env.APP
    ? resolve(process.env.APP)
    : fileURLToPath(new URL('../server.js', import.meta.url))
  const { start } = await import(pathToFileURL(file).href)
  if (typeof start !== 'function') {
    throw new TypeError(
      `${file} exports no start(): got ${typeof start}, expected an async ` +
        'function start({ port, host }) that returns { url, close }',
    )
  }
  const starting = Promise.resolve(start({ ...options, port: 0, host }))
  const what = `start() of ${file} to resolve`
  const app = await within(starting, what).catch((error) => {
    // A server that is late would run for ever, since no test has it.
    starting.then((late) => late.close()).catch(() => {})
    throw error
  })
  if (typeof app?.url !== 'string' || typeof app?.close !== 'function') {
    throw new TypeError(
      `start() of ${file} resolved to ${JSON.stringify(app)}, expected ` +
        '{ url: string, close: function }',
    )
  }
  const { port } = new URL(app.url)
  return {
    url: `http://${host}:${port}`,
    host,
    port: Number(port),
    close: () =>
      within(
        Promise.resolve(app.close()),
        'close() to resolve: an idle ' +
          'keep-alive connection must not hold the server open',
      ),
  }
}

/**
 * @typedef {object} Response
 * @property {number} status
 * @property {string} reason the reason phrase of the status line
 * @property {Record<string, string>} headers names in lower case; repeated
 *   fields are joined with ", "
 * @property {Buffer} body
 * @property {string} text the body as UTF-8
 */

/**
 * Sends one well-formed request on a connection of its own. The path goes
 * onto the wire as it is given: nothing is normalised or escaped.
 *
 * @param {{ host: string, port: number }} app
 * @param {string} path the request target
 * @param {{ method?: string, headers?: Record<string, string>,
 *   body?: string | Buffer }} [options]
 * @returns {Promise<Response>}
 */
export function request(app, path, options = {}) {
  const { method = 'GET', headers = {}, body } = options
  const sent = new Promise((resolve, reject) => {
    const outgoing = http.request({
      host: app.host,
      port: app.port,
      path,
      method,
      headers,
      agent: false,
    })
    outgoing.on('error', reject)
    outgoing.on('response', async (incoming) => {
      try {
        const chunks = []
        for await (const chunk of incoming) chunks.push(chunk)
        const bytes = Buffer.concat(chunks)
        resolve({
          status: incoming.statusCode ?? 0,
          reason: incoming.statusMessage ?? '',
          headers: joinFields(incoming.rawHeaders),
          body: bytes,
          text: bytes.toString(),
        })
      } catch (error) {
        reject(error)
      }
    })
    outgoing.end(body)
  })
  return within(sent, `an answer to ${method} ${path}`)
}

/**
 * Writes bytes to the server and returns the bytes that it answers, until
 * that many whole responses have come or the server closes the connection.
 * Each chunk is written on its own, and the server gets a turn of the event
 * loop in between: it sees them as separate packets.
 *
 * @param {number} port
 * @param {string | Buffer | (string | Buffer)[]} chunks a string is sent as
 *   Latin-1, one byte per character
 * @param {{ responses?: number, methods?: string[], end?: boolean,
 *   timeout?: number, host?: string }} [options] `responses` is 1, Infinity
 *   waits for the close; `methods` of the requests in order, GET unless told,
 *   because the answer to a HEAD has no body; `end` half-closes after the last
 *   chunk; `timeout` in ms; `host` is 127.0.0.1 unless told
 * @returns {Promise<Buffer>}
 */
export async function rawRequest(port, chunks, options = {}) {
  const { responses = 1, methods = [], end = false } = options
  const { timeout = PATIENCE, host = '127.0.0.1' } = options
  const socket = net.connect({ port, host, noDelay: true })
  /** @type {Buffer} */
  let received = Buffer.alloc(0)
  /** @type {Promise<void>} */
  const answered = new Promise((resolve, reject) => {
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, /** @type {Buffer} */ (chunk)])
      try {
        if (parseResponses(received, methods).length >= responses) resolve()
      } catch (error) {
        reject(error)
      }
    })
    socket.on('error', (error) => {
      // A server that refuses a request may reset the connection after its
      // answer; what had arrived by then is the result.
      if (received.length > 0) resolve()
      else reject(error)
    })
    socket.on('close', () => resolve())
  })
  try {
    const writing = writeChunks(socket, [chunks].flat(), end)
    await within(
      Promise.all([answered, Promise.race([writing, answered])]),
      () =>
        `${responses} response(s) from port ${port}; got ` +
        JSON.stringify(received.toString('latin1')),
      timeout,
    )
  } finally {
    socket.destroy()
  }
  return received
}

/**
 * @param {net.Socket} socket
 * @param {(string | Buffer)[]} chunks
 * @param {boolean} end
 */
async function writeChunks(socket, chunks, end) {
  for (const chunk of chunks) {
    if (socket.destroyed) return
    const bytes = Buffer.from(/** @type {string} */ (chunk), 'latin1')
    await new Promise((resolve) => socket.write(bytes, resolve))
    await nextTurn()
    await nextTurn()
  }
  if (end) socket.end()
}

/**
 * Splits bytes into the whole HTTP/1.1 responses at their beginning. A body
 * ends by content-length, by the last chunk, or has none (RFC 9112 §6.3).
 *
 * @param {Buffer} bytes
 * @param {string[]} [methods] of the requests that they answer, in order
 * @returns {Response[]}
 */
export function parseResponses(bytes, methods = []) {
  /** @type {Response[]} */
  const responses = []
  let offset = 0
  while (offset < bytes.length) {
    const headEnd = bytes.indexOf('\r\n\r\n', offset)
    if (headEnd === -1) break
    const [statusLine, ...lines] = bytes
      .toString('latin1', offset, headEnd)
      .split('\r\n')
    const match = /^HTTP\/1\.[01] (\d{3}) ?(.*)$/.exec(statusLine)
    if (!match) {
      throw new Error(
        `got ${JSON.stringify(statusLine)}, expected a status line such as ` +
          '"HTTP/1.1 200 OK": is the content-length before it right?',
      )
    }
    const status = Number(match[1])
    const headers = joinFields(
      lines.flatMap((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trim()]
      }),
    )
    const isInterim = status >= 100 && status < 200
    const isHead = methods[responses.length] === 'HEAD'
    const bodyless = isInterim || isHead || status === 204 || status === 304
    const body = bodyless
      ? { content: Buffer.alloc(0), end: headEnd + 4 }
      : readBody(bytes, headEnd + 4, headers)
    if (!body) break
    offset = body.end
    if (isInterim) continue
    responses.push({
      status,
      reason: match[2],
      headers,
      body: body.content,
      text: body.content.toString(),
    })
  }
  return responses
}

/**
 * @param {Buffer} bytes
 * @param {number} start
 * @param {Record<string, string>} headers
 * @returns {{ content: Buffer, end: number } | null} null: not all there yet
 */
function readBody(bytes, start, headers) {
  if (headers['transfer-encoding'] !== 'chunked') {
    const length = Number(headers['content-length'] ?? Number.NaN)
    const end = start + length
    // With neither field the body ends where the connection does, so that
    // one cannot be known to be whole here.
    if (!(end <= bytes.length)) return null
    return { content: bytes.subarray(start, end), end }
  }
  const parts = []
  let offset = start
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', offset)
    if (lineEnd === -1) return null
    const size = Number.parseInt(bytes.toString('latin1', offset, lineEnd), 16)
    const chunkEnd = lineEnd + 2 + size
    if (bytes.length < chunkEnd + 2) return null
    parts.push(bytes.subarray(lineEnd + 2, chunkEnd))
    offset = chunkEnd + 2
    if (size === 0) return { content: Buffer.concat(parts), end: offset }
  }
}

/**
 * @param {string[]} rawHeaders name, value, name, value, …
 */
function joinFields(rawHeaders) {
  /** @type {Record<string, string>} */
  const headers = Object.create(null)
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i].toLowerCase()
    const value = rawHeaders[i + 1]
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return headers
}

/**
 * Rejects when a promise takes too long, saying what was waited for.
 *
 * @template T
 * @param {Promise<T>} promise
 * @param {string | (() => string)} what
 * @param {number} [timeout] ms
 * @returns {Promise<T>}
 */
export async function within(promise, what, timeout = PATIENCE) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const expired = new Promise((_, reject) => {
    timer = setTimeout(() => {
      const subject = typeof what === 'function' ? what() : what
      reject(new Error(`waited ${timeout} ms for ${subject}`))
    }, timeout)
  })
  try {
    return await Promise.race([promise, /** @type {Promise<T>} */ (expired)])
  } finally {
    clearTimeout(timer)
  }
}
