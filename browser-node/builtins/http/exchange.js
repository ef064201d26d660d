/** One request on a connection, and the response to it. */
import { Chunked } from '../../../code/ch13/lib/engine/body.js'
import { INVALID } from '../../../code/ch13/lib/engine/lines.js'
import { Buffer } from '../buffer.js'
import { withResolvers } from '../deferred.js'
import { maxHeaderSize } from './constants.js'
import { connectionReset } from './errors.js'

/**
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} target
 * @property {Headers} headers
 * @property {Uint8Array} body
 */

/** @param {Asked} asked */
function headOf({ method, target, headers, body }) {
  if (body.length > 0 || /^(POST|PUT)$/.test(method)) {
    headers.set('content-length', String(body.length))
  }
  const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** A connection for one request, and the response that comes over it. */
export class Exchange {
  /** @type {PromiseWithResolvers<Response>} */
  #answer = withResolvers()
  /** @type {ReadableStreamDefaultController<Uint8Array> | null} */
  #body = null
  /** What has come and has not been read. */
  #held = Buffer.alloc(0)
  #hasHead = false
  /** How much is to come; Infinity: until the connection ends. */
  #left = Number.POSITIVE_INFINITY
  /** @type {Chunked | null} */
  #chunked = null
  #keepsAlive = true
  #socket
  #method

  /**
   * @param {any} socket
   * @param {Asked} asked
   */
  constructor(socket, asked) {
    this.#socket = socket
    this.#method = asked.method
    socket.write(headOf(asked))
    if (asked.body.length > 0) socket.write(asked.body)
    socket.on('data', (/** @type {Buffer} */ bytes) => {
      this.#held = Buffer.concat([this.#held, bytes])
      while (!this.#hasHead && this.#readHead());
      if (this.#hasHead) this.#readBody()
    })
    socket.on('end', () => {
      if (this.#left === Number.POSITIVE_INFINITY && !this.#chunked) {
        this.#complete()
      }
    })
    socket.on('error', (/** @type {Error} */ error) => this.#fail(error))
    socket.on('close', () => this.#fail(connectionReset('other side closed')))
  }

  get response() {
    return this.#answer.promise
  }

  /** @returns {boolean} whether there may be another behind it */
  #readHead() {
    const end = this.#held.indexOf('\r\n\r\n')
    if (end === -1) return false
    const [first, ...lines] = this.#held
      .toString('latin1', 0, end)
      .split('\r\n')
    this.#held = this.#held.subarray(end + 4)
    const [, status = '', reason = ''] =
      /^HTTP\/1\.1 (\d{3}) ?(.*)$/.exec(first) ?? []
    if (status.startsWith('1')) return true
    this.#hasHead = true
    const headers = new Headers()
    for (const line of lines) {
      const colon = line.indexOf(':')
      headers.append(line.slice(0, colon), line.slice(colon + 1))
    }
    this.#answered(Number(status), reason, headers)
    return false
  }

  /**
   * @param {number} status
   * @param {string} reason
   * @param {Headers} headers
   */
  #answered(status, reason, headers) {
    const isEmpty = this.#method === 'HEAD' || [204, 205, 304].includes(status)
    const length = headers.get('content-length')
    this.#keepsAlive = headers.get('connection') !== 'close'
    if (headers.get('transfer-encoding') === 'chunked') {
      this.#chunked = new Chunked(maxHeaderSize)
    } else if (length !== null) this.#left = Number(length)
    const options = { status, statusText: reason, headers }
    this.#answer.resolve(new Response(isEmpty ? null : this.#stream(), options))
    if (!isEmpty) return
    this.#left = 0
    this.#chunked = null
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

  #readBody() {
    const bytes = this.#held
    this.#held = Buffer.alloc(0)
    if (this.#chunked) {
      const end = this.#chunked.read(bytes, 0, (data) => this.#give(data))
      if (end >= 0) this.#complete()
      else if (end === INVALID) this.#socket.destroy(new Error('bad chunk'))
      return
    }
    const part = bytes.subarray(0, this.#left)
    this.#left -= part.length
    this.#give(part)
    if (this.#left === 0) this.#complete()
  }

  /** @param {Uint8Array} bytes of the body */
  #give(bytes) {
    if (bytes.length === 0) return
    this.#body?.enqueue(new Uint8Array(bytes))
    if ((this.#body?.desiredSize ?? 1) <= 0) this.#socket.pause()
  }

  /** Leaves the connection to the server, which closes it when it is idle. */
  #complete() {
    this.#body?.close()
    this.#body = null
    if (this.#keepsAlive) this.#socket.unref?.()
    else this.#socket.destroy()
  }

  /** @param {Error} cause */
  #fail(cause) {
    this.#answer.reject(cause)
    this.#body?.error(new TypeError('terminated', { cause }))
    this.#body = null
  }
}
