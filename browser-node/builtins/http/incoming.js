import { rawHeadersOf } from '../../../code/ch13/lib/http/fields.js'
import { nextTick } from '../loop.js'
import { Readable } from '../stream.js'
import { connectionReset } from './errors.js'

/** Fields of which the first counts, and the others are dropped. */
const FIRST = new Set(
  (
    'age authorization content-length content-type etag expires from host ' +
    'if-modified-since if-unmodified-since last-modified location ' +
    'max-forwards proxy-authorization referer retry-after server user-agent'
  ).split(' '),
)

/** A request, made of what the engine has found in its head. */
export class IncomingMessage extends Readable {
  complete = false
  aborted = false
  httpVersionMajor = 1
  /** @type {string[]} name, value, name, value, … */
  rawTrailers = []
  /** By these the package knows a request, whose socket outlives a loop. */
  _consuming = false
  _dumped = false
  #connection
  #isLost = false
  /** @type {AbortController | undefined} */
  #abortion

  /**
   * @param {any} connection of the engine
   * @param {any} head which is the next request's soon
   */
  constructor(connection, head) {
    super()
    this.#connection = connection
    this.socket = connection.socket
    this.method = head.method
    this.url = head.target
    this.httpVersionMinor = head.minor
    this.httpVersion = `1.${head.minor}`
    this.rawHeaders = rawHeadersOf(head.text)
    this.headers = joined(this.rawHeaders)
  }

  /** Aborts when the client leaves before it has its answer. */
  get signal() {
    this.#abortion ??= new AbortController()
    return this.#abortion.signal
  }

  /** @param {string} trailers the lines of that section */
  receiveEnd(trailers) {
    this.rawTrailers = rawHeadersOf(trailers)
    this.complete = true
    this.push(null)
  }

  /** It has been answered, and the rest of its body is of no use. */
  skipBody() {
    if (this.listenerCount('data') === 0) this.resume()
  }

  forgetBody() {
    if (this.readableFlowing === null) this.resume()
  }

  /** The rest will not come. */
  lost() {
    this.#abortion?.abort()
    if (this.complete && this.readableEnded) return
    this.#isLost = true
    this.destroy(connectionReset('aborted'))
  }

  _read() {
    this._consuming = true
    this.#connection.resumeBody()
  }

  /**
   * @param {Error | null} error
   * @param {(error?: Error | null) => void} callback
   */
  _destroy(error, callback) {
    if (!this.complete || !this.readableEnded) {
      this.aborted = true
      this.emit('aborted')
      const isCurrent = this.#connection.request === this
      if (isCurrent && !this.#isLost) this.#connection.abort()
    }
    // An error is for those who listen.
    nextTick(() => callback(this.listenerCount('error') > 0 ? error : null))
  }
}

/** @param {string[]} raw */
function joined(raw) {
  /** @type {Record<string, any>} */
  const headers = {}
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i].toLowerCase()
    const value = raw[i + 1]
    const present = headers[name]
    if (name === 'set-cookie') headers[name] = [...(present ?? []), value]
    else if (present === undefined) headers[name] = value
    else if (!FIRST.has(name)) {
      headers[name] = `${present}${name === 'cookie' ? '; ' : ', '}${value}`
    }
  }
  return headers
}
