/** `fetch` among the servers of one program; there are no others. */
import { withResolvers } from '../deferred.js'
import { once } from '../events.js'
import { connect } from '../net.js'
import { connectionReset } from './errors.js'
import { Parser } from './parser.js'

/** @import { Head } from './parser.js' */

/** The most that is followed: the Fetch standard's. */
const REDIRECTS = 20

/** @param {unknown} cause */
const failed = (cause) => new TypeError('fetch failed', { cause })

/**
 * @typedef {object} Asked
 * @property {string} method
 * @property {[string, string][]} headers
 * @property {Uint8Array} body
 * @property {AbortSignal} signal
 */

/**
 * Asks a server of this program.
 *
 * @param {string | URL | Request} input
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 * @throws {TypeError} with the cause: ECONNREFUSED, ENOTFOUND, …
 */
export async function fetch(input, init) {
  const request = new Request(input, init)
  const { signal, redirect } = request
  let url = new URL(request.url)
  let { method } = request
  let body = new Uint8Array(await request.arrayBuffer())
  for (let hops = 0; hops <= REDIRECTS; hops++) {
    signal.throwIfAborted()
    const headers = [...request.headers]
    const response = await ask(url, { method, headers, body, signal })
    const { status } = response
    const location = response.headers.get('location')
    const isRedirect = [301, 302, 303, 307, 308].includes(status)
    if (!isRedirect || !location || redirect === 'manual') {
      Object.defineProperty(response, 'url', { value: url.href })
      Object.defineProperty(response, 'redirected', { value: hops > 0 })
      return response
    }
    if (redirect === 'error') throw failed(new Error('unexpected redirect'))
    await response.body?.cancel()
    url = new URL(location, url)
    const isPost = method === 'POST' && status < 303
    if ((status === 303 && method !== 'HEAD') || isPost) {
      method = 'GET'
      body = new Uint8Array()
    }
  }
  throw failed(new Error('redirect count exceeded'))
}

/**
 * @param {URL} url
 * @param {Asked} asked
 * @returns {Promise<Response>} when its head is there
 */
async function ask(url, asked) {
  if (url.protocol !== 'http:') {
    throw failed(new Error(`Protocol "${url.protocol}" not supported`))
  }
  const { signal } = asked
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const socket = connect({ port: Number(url.port || 80), host })
  const abort = () => socket.destroy(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  socket.on('close', () => signal.removeEventListener('abort', abort))
  try {
    await once(socket, 'connect')
    socket.write(headOf(url, asked))
    if (asked.body.length > 0) socket.write(asked.body)
    return await new Exchange(socket, asked).response
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw failed(error)
  }
}

/**
 * @param {URL} url
 * @param {Asked} asked
 */
function headOf({ host, pathname, search }, { method, headers, body }) {
  const hasLength = body.length > 0 || /^(POST|PUT)$/.test(method)
  const fields = new Headers({
    host,
    connection: 'keep-alive',
    accept: '*/*',
    'accept-language': '*',
    'user-agent': 'node',
  })
  for (const [name, value] of headers) fields.set(name, value)
  if (hasLength) fields.set('content-length', String(body.length))
  const lines = [...fields].map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** A connection for one request, and the response that comes over it. */
class Exchange {
  /** @type {import('../deferred.js').Deferred<Response>} */
  #answer = withResolvers()
  /** @type {ReadableStreamDefaultController<Uint8Array> | null} */
  #body = null
  #isInterim = false
  #socket
  #method

  /**
   * @param {import('../net.js').Socket} socket
   * @param {Asked} asked
   */
  constructor(socket, { method }) {
    this.#socket = socket
    this.#method = method
    const parser = new Parser('response', {
      onHead: (head) => this.#onHead(head),
      onBody: (bytes) => this.#onBody(bytes),
      onComplete: () => this.#onComplete(),
    })
    socket.on('data', (/** @type {Uint8Array} */ bytes) => {
      const result = parser.execute(bytes)
      if (result instanceof Error) socket.destroy(result)
    })
    socket.on('end', () => parser.finish())
    socket.on('error', (/** @type {Error} */ error) => this.#fail(error))
    socket.on('close', () => this.#fail(connectionReset('other side closed')))
  }

  get response() {
    return this.#answer.promise
  }

  /** @param {Head} head */
  #onHead({ status, reason, rawHeaders }) {
    this.#isInterim = status >= 100 && status < 200
    if (this.#isInterim) return 1
    const headers = new Headers()
    for (let i = 0; i < rawHeaders.length; i += 2) {
      headers.append(rawHeaders[i], rawHeaders[i + 1])
    }
    const isHead = this.#method === 'HEAD'
    const isEmpty = isHead || [204, 205, 304].includes(status)
    const options = { status, statusText: reason, headers }
    this.#answer.resolve(new Response(isEmpty ? null : this.#stream(), options))
    return isHead ? 1 : 0
  }

  #stream() {
    return new ReadableStream({
      start: (controller) => {
        this.#body = controller
      },
      pull: () => {
        this.#socket.resume()
      },
      cancel: () => {
        this.#body = null
        this.#socket.destroy()
      },
    })
  }

  /** @param {Uint8Array} bytes */
  #onBody(bytes) {
    this.#body?.enqueue(new Uint8Array(bytes))
    if ((this.#body?.desiredSize ?? 1) <= 0) this.#socket.pause()
  }

  #onComplete() {
    if (this.#isInterim) return
    this.#body?.close()
    this.#body = null
    this.#socket.destroy()
  }

  /** @param {Error} cause */
  #fail(cause) {
    this.#answer.reject(cause)
    this.#body?.error(new TypeError('terminated', { cause }))
    this.#body = null
  }
}
