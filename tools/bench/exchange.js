/**
 * One request and its response, byte for byte, and what is wrong with it.
 * Contenders are only compared when they do the same work.
 */
import net from 'node:net'
import tls from 'node:tls'
import { AnswerReader } from '../../packages/http1-conformance/answers.js'
import { HOST } from './server.js'

/** @typedef {import('./definitions.js').Request} Request */

/**
 * @typedef {object} Response
 * @property {number} status
 * @property {Map<string, string>} headers lower-case names
 * @property {Buffer} body
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
  const length = headers.get('content-length')
  if (length === undefined) {
    throw new Error('got a response without content-length')
  }
  const body = received.subarray(end + 4)
  return body.length < Number(length) ? null : { status, headers, body }
}

/**
 * @param {number} port
 * @param {Request} request
 * @returns {string} as it is sent
 */
export function formatRequest(port, request) {
  const { method = 'GET', path, headers = {}, body = '' } = request
  const head = Object.entries({
    host: `${HOST}:${port}`,
    ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`
}

/** How long is listened after a response, in ms. */
const SETTLING = 30

/**
 * Sends one request and reads its response. After the response it listens a
 * moment longer: bytes that content-length did not announce are an error.
 *
 * @param {number} port
 * @param {Request} request
 * @param {{ timeout?: number, secure?: boolean }} [options] timeout in ms;
 *   secure: over TLS, with any certificate
 * @returns {Promise<Response & { bytes: number }>} bytes: of all of it
 */
export async function exchange(port, request, options = {}) {
  const { timeout = 5000, secure = false } = options
  const { method = 'GET', path } = request
  const reader = new AnswerReader([method])
  let text = ''
  /** @type {(why: string) => void} */
  let settle = () => {}
  const settled = new Promise((resolve) => {
    settle = resolve
  })
  const place = { host: HOST, port, rejectUnauthorized: false }
  const socket = secure ? tls.connect(place) : net.connect(place)
  socket.setEncoding('latin1').write(formatRequest(port, request))
  socket.on('data', (chunk) => {
    text += chunk
    reader.push(String(chunk))
    if (reader.answers.length > 0 || reader.problem) {
      setTimeout(settle, SETTLING, '')
    }
  })
  socket.on('error', (error) => settle(error.message))
  socket.on('close', () => {
    const isWhole = reader.answers.length > 0
    settle(isWhole ? '' : 'the connection closed within a response')
  })
  const late = `no complete response in ${timeout} ms`
  const timer = setTimeout(() => settle(late), timeout)
  const why = await settled
  clearTimeout(timer)
  socket.destroy()
  let problem = why || reader.problem
  reader.end()
  const [answer, another] = reader.answers
  if (another || reader.problem) problem ||= 'more came than a response'
  if (problem) {
    const got = JSON.stringify(text.slice(0, 2000))
    throw new Error(`${method} ${path}: ${problem}: ${got}`)
  }
  const { status, fields } = answer
  return {
    status,
    headers: new Map(Object.entries(fields)),
    body: Buffer.from(answer.body, 'latin1'),
    bytes: text.length,
  }
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
  const start = Math.max(0, (at < 0 ? body.length : at) - SHOWN / 2)
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
    const at = wanted.findIndex((byte, i) => byte !== response.body[i])
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
