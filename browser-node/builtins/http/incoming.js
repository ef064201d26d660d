/** What lib/_http_incoming.js of Node 26 does. */
import { nextTick } from '../loop.js'
import { finished, Readable } from '../stream.js'

/** Fields of which the first counts, and the others are dropped. */
const FIRST = new Set(
  (
    'age authorization content-length content-type etag expires from host ' +
    'if-modified-since if-unmodified-since last-modified location ' +
    'max-forwards proxy-authorization referer retry-after server user-agent'
  ).split(' '),
)

/** A request as a server gets it, or a response as a client does. */
export class IncomingMessage extends Readable {
  /** @type {number | null} */
  httpVersionMajor = null
  /** @type {number | null} */
  httpVersionMinor = null
  /** @type {string | null} */
  httpVersion = null
  complete = false
  /** @type {string[]} */
  rawHeaders = []
  /** @type {string[]} */
  rawTrailers = []
  joinDuplicateHeaders = false
  aborted = false
  /** @type {boolean | null} */
  upgrade = null
  url = ''
  /** @type {string | null} */
  method = null
  /** @type {number | null} */
  statusCode = null
  /** @type {string | null} */
  statusMessage = null
  _consuming = false
  _dumped = false
  /** @type {Record<string, any> | undefined} */
  #headers
  /** @type {Record<string, string[]> | undefined} */
  #headersDistinct
  /** @type {AbortController | undefined} */
  #aborting

  /** @param {any} socket */
  constructor(socket) {
    super(socket ? { highWaterMark: socket.readableHighWaterMark } : {})
    // Nothing is read before somebody asks for it.
    const state = /** @type {any} */ (this)._readableState
    state.readingMore = true
    /** @type {any} */
    this.socket = socket
    /** @type {any} */
    this.client = socket
  }

  get connection() {
    return this.socket
  }

  set connection(socket) {
    this.socket = socket
  }

  get headers() {
    this.#headers ??= this.#joined(this.rawHeaders)
    return this.#headers
  }

  set headers(headers) {
    this.#headers = headers
  }

  get headersDistinct() {
    this.#headersDistinct ??= distinct(this.rawHeaders)
    return this.#headersDistinct
  }

  set headersDistinct(headers) {
    this.#headersDistinct = headers
  }

  get trailers() {
    return this.#joined(this.rawTrailers)
  }

  get trailersDistinct() {
    return distinct(this.rawTrailers)
  }

  /** Aborts when the connection is lost before the answer is sent. */
  get signal() {
    if (!this.#aborting) {
      const aborting = new AbortController()
      this.#aborting = aborting
      const isLost = this.destroyed && !(this.readableEnded && this.complete)
      if (isLost || this.socket?.destroyed) aborting.abort()
      else this.socket?.once('close', () => aborting.abort())
    }
    return this.#aborting.signal
  }

  /** @param {string[]} raw name, value, name, value, … */
  #joined(raw) {
    /** @type {Record<string, any>} */
    const headers = {}
    for (let i = 0; i < raw.length; i += 2) {
      const name = raw[i].toLowerCase()
      const value = raw[i + 1]
      const present = headers[name]
      if (name === 'set-cookie') {
        if (present === undefined) headers[name] = [value]
        else present.push(value)
      } else if (FIRST.has(name) && !this.joinDuplicateHeaders) {
        if (present === undefined) headers[name] = value
      } else if (typeof present === 'string') {
        headers[name] = `${present}${name === 'cookie' ? '; ' : ', '}${value}`
      } else headers[name] = value
    }
    return headers
  }

  /**
   * @param {number} ms
   * @param {() => void} [callback]
   */
  setTimeout(ms, callback) {
    if (callback) this.on('timeout', callback)
    this.socket.setTimeout(ms)
    return this
  }

  _read() {
    if (!this._consuming) {
      const state = /** @type {any} */ (this)._readableState
      state.readingMore = false
      this._consuming = true
    }
    readStart(this.socket)
  }

  /**
   * @param {Error | null} error
   * @param {(error?: Error | null) => void} callback
   */
  _destroy(error, callback) {
    if (!this.readableEnded || !this.complete) {
      this.aborted = true
      this.emit('aborted')
    }
    // An error is for those who listen.
    const done = (/** @type {any} */ cause) =>
      callback(this.listenerCount('error') > 0 ? cause : undefined)
    if (this.socket && !this.socket.destroyed && this.aborted) {
      this.socket.destroy(error)
      const stop = finished(this.socket, (/** @type {any} */ cause) => {
        stop()
        const isEarly = cause?.code === 'ERR_STREAM_PREMATURE_CLOSE'
        nextTick(done, (isEarly ? null : cause) || error)
      })
    } else if (!error && !this.aborted) callback()
    else nextTick(done, error)
  }

  /** Reads what is left, for nobody. */
  _dump() {
    if (this._dumped) return
    this._dumped = true
    this.removeAllListeners('data')
    if (this.complete && !this.destroyed && this.readableLength === 0) {
      this.read(0)
    } else this.resume()
  }
}

/** @param {string[]} raw */
function distinct(raw) {
  /** @type {Record<string, string[]>} */
  const headers = Object.create(null)
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i].toLowerCase()
    headers[name] ??= []
    headers[name].push(raw[i + 1])
  }
  return headers
}

/** @param {any} socket */
export function readStart(socket) {
  if (socket && !socket._paused && socket.readable) socket.resume()
}
