/**
 * One request and its response, byte for byte, and what is wrong with it.
 * Contenders are only compared when they do the same work.
 */
import net from 'node:net'
import tls from 'node:tls'
import { messageOf } from '../lib/message.js'
import { HOST } from './server.js'

/** @typedef {import('./definitions.js').Request} Request */

/**
 * @typedef {object} Response
 * @property {number} status
 * @property {Map<string, string>} headers lower-case names
 * @property {Buffer} body
 * @property {number} bytes of the whole response
 */

/**
 * @param {Buffer} received
 * @returns {Response | null} null when it is not complete yet
 */
export function parseResponse(received) {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [statusLine, ...lines] = received
    .toString('latin1', 0, end)
    .split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1])
  if (!status) throw new Error(`got "${statusLine}", expected an HTTP response`)
  const headers = new Map()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers.set(
      name,
      headers.has(name) ? `${headers.get(name)}, ${value}` : value,
    )
  }
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = unchunk(received.subarray(end + 4))
    return body && { status, headers, body, bytes: received.length }
  }
  const length = status === 304 ? '0' : headers.get('content-length')
  if (length === undefined) {
    throw new Error('got a response without content-length')
  }
  const body = received.subarray(end + 4)
  if (body.length < Number(length)) return null
  return { status, headers, body, bytes: received.length }
}

/**
 * The body that chunks carry, and whatever follows the last of them.
 *
 * @param {Buffer} received
 * @returns {Buffer | null} null when it is not complete yet
 */
function unchunk(received) {
  const parts = []
  for (let at = 0; ; ) {
    const line = received.indexOf('\r\n', at)
    if (line < 0) return null
    const head = received.toString('latin1', at, line)
    const size = /^[\da-f]+$/i.test(head)
      ? Number.parseInt(head, 16)
      : Number.NaN
    if (Number.isNaN(size)) throw new Error(`got "${head}", expected a chunk`)
    const end = line + 2 + size
    if (received.length < end + 2) return null
    if (size === 0) {
      return Buffer.concat([...parts, received.subarray(end + 2)])
    }
    parts.push(received.subarray(line + 2, end))
    at = end + 2
  }
}

/**
 * @param {number} port
 * @param {Request} request
 * @returns {string} as it is sent
 */
function formatRequest(port, request) {
  const { method = 'GET', path, headers = {}, body = '' } = request
  const head = Object.entries({
    host: `${HOST}:${port}`,
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`
}

/**
 * @param {number} port
 * @param {boolean} secure over TLS, with any certificate
 * @param {() => void} connected
 */
function connect(port, secure, connected) {
  const place = { host: HOST, port }
  return secure
    ? tls.connect({ ...place, rejectUnauthorized: false }, connected)
    : net.connect(place, connected)
}

/**
 * @param {Buffer} received
 * @returns {boolean} whether nothing more is to come, or no response is
 */
function isComplete(received) {
  try {
    return parseResponse(received) !== null
  } catch {
    // Whoever reads it reports it.
    return true
  }
}

/** How long is listened after a response, in ms. */
const SETTLING = 30

/**
 * Receives a response, and what comes soon after it.
 *
 * @param {net.Socket} socket
 * @param {number} timeout ms
 * @returns {Promise<Buffer>} less than a response where the connection closed
 */
function receive(socket, timeout) {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0)
    let settling = false
    const timer = setTimeout(() => {
      reject(
        new Error(
          `no complete response in ${timeout} ms; got ${JSON.stringify(received.toString('latin1'))}`,
        ),
      )
    }, timeout)
    const settle = () => {
      clearTimeout(timer)
      resolve(received)
    }
    socket.on('data', (/** @type {Buffer} */ chunk) => {
      received = Buffer.concat([received, chunk])
      if (settling || !isComplete(received)) return
      settling = true
      setTimeout(settle, SETTLING)
    })
    socket.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    socket.on('close', () => {
      if (!settling) settle()
    })
  })
}

/**
 * Sends one request and reads its response. After the response it listens a
 * moment longer: bytes that content-length did not announce are an error.
 *
 * @param {number} port
 * @param {Request} request
 * @param {{ timeout?: number, secure?: boolean }} [options] timeout in ms;
 *   secure: over TLS, with any certificate
 * @returns {Promise<Response>}
 */
export async function exchange(port, request, options = {}) {
  const { timeout = 5000, secure = false } = options
  const socket = connect(port, secure, () => {
    socket.write(formatRequest(port, request))
  })
  try {
    const received = await receive(socket, timeout)
    const response = parseResponse(received)
    if (response) return response
    throw new Error(
      `the connection closed within a response: ${JSON.stringify(received.toString('latin1'))}`,
    )
  } catch (error) {
    const { method = 'GET', path } = request
    throw new Error(`${method} ${path}: ${messageOf(error)}`)
  } finally {
    socket.destroy()
  }
}

/** @param {Buffer} got @param {Buffer} wanted */
function firstDifference(got, wanted) {
  let at = 0
  while (at < got.length && got[at] === wanted[at]) at++
  return at
}

/** Bytes that a message shows of a body. */
const SHOWN = 200

/**
 * What a message shows of a body: all, or what is around a place.
 *
 * @param {Buffer} body
 * @param {number} at
 */
function excerpt(body, at) {
  if (body.length <= SHOWN) return JSON.stringify(body.toString())
  const start = Math.max(0, at - SHOWN / 2)
  const part = body.subarray(start, start + SHOWN)
  return `from byte ${start} on ${JSON.stringify(part.toString())}`
}

/**
 * What is wrong with a response: nothing, or sentences of got and expected.
 *
 * @param {Response} response
 * @param {{ status?: number, headers?: Record<string, string>, body: string,
 *   freeHeaders?: string[] }} expected every header is compared except Date,
 *   content-length (compared with the body) and the free ones
 * @returns {string[]}
 */
export function differences(response, expected) {
  const { status = 200, headers = {}, body, freeHeaders = [] } = expected
  const found = []
  if (response.status !== status) {
    found.push(`got status ${response.status}, expected ${status}`)
  }
  const wanted = Buffer.from(body)
  if (!response.body.equals(wanted)) {
    const at = firstDifference(response.body, wanted)
    found.push(
      `got the body ${excerpt(response.body, at)} (${response.body.length} bytes), expected ${excerpt(wanted, at)} (${wanted.length} bytes)`,
    )
  }
  const length = response.headers.get('content-length')
  const isChunked = response.headers.get('transfer-encoding') === 'chunked'
  // The length that a 304 may have is that of what is not sent.
  if (!isChunked && status !== 304 && length !== String(wanted.length)) {
    found.push(`got content-length ${length}, expected ${wanted.length}`)
  }
  const free = new Set(['date', 'content-length', ...freeHeaders])
  for (const name of new Set([
    ...Object.keys(headers),
    ...response.headers.keys(),
  ])) {
    if (free.has(name)) continue
    const got = response.headers.get(name)
    if (got === headers[name]) continue
    found.push(
      `got ${got === undefined ? 'no header' : `"${got}" in the header`} ${name}, expected ${headers[name] === undefined ? 'none' : `"${headers[name]}"`}`,
    )
  }
  return found
}
