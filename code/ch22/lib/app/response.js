import { VelocyError } from '../common/errors.js'
import {
  boolean,
  checkOptions,
  checkValue,
  integer,
  oneOf,
} from '../common/options.js'
import { etagOf, evaluateConditions } from '../http/conditions.js'
import { parseHttpDate } from '../http/dates.js'
import { addVary, fieldOf } from '../http/fields.js'
import { preferredType } from '../http/negotiation.js'
import { JSON_TYPE, send, TEXT } from '../http/send.js'
import { pathOf } from '../http/target.js'
import { jsonOf } from '../http/write-json.js'
import { Outgoing } from './bare.js'

/** @import { Socket } from 'node:net' */
/** @import { FileOptions } from '../http/send-file.js' */

/**
 * A response as a handler sees it: node:http's, and some short forms, which keep
 * the header fields that the handler has set.
 */
export class Response extends Outgoing {
  /**
   * Answers with text.
   *
   * @param {string} body
   * @param {number | AnswerFields} [options] its status, or more
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
   */
  text(body, options = this.statusCode) {
    if (typeof options === 'number') send(this, options, TEXT, body)
    else sendWith(this, options, TEXT, body)
    return this
  }

  /**
   * Answers with a value as JSON (RFC 8259).
   *
   * @param {unknown} value
   * @param {number | AnswerFields} [options] its status, or more
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_NO_JSON, ERR_VELOCY_BAD_OPTION
   * @throws {TypeError} of a cycle, and of a bigint
   */
  json(value, options = this.statusCode) {
    const body = jsonOf(value)
    if (typeof options === 'number') send(this, options, JSON_TYPE, body)
    else sendWith(this, options, JSON_TYPE, body)
    return this
  }

  /**
   * Chooses the media type that the client likes best, by Accept (RFC 9110
   * §12.5.1), and says in Vary that the answer depends on that field.
   *
   * @template {string} T
   * @param {...T} types on offer, the server's favorite first
   * @returns {T | null} null when none is acceptable
   * @throws {VelocyError} ERR_VELOCY_BAD_MEDIA_TYPE
   */
  choose(...types) {
    this.setHeader('vary', addVary(this.getHeader('vary'), 'Accept'))
    const accept = fieldOf(this.req.headers, 'accept')
    return /** @type {T | null} */ (preferredType(accept, types))
  }

  /**
   * Answers with a file, or with the part of it that the client asks for.
   *
   * @param {string} path your own, or with `root`, a client's
   * @param {FileOptions} [options]
   * @returns {Promise<this>} when it has been sent
   * @throws {VelocyError} ERR_VELOCY_NO_FILE, status 404;
   *   ERR_VELOCY_PRECONDITION, 412; ERR_VELOCY_RANGE, 416;
   *   ERR_VELOCY_BAD_OPTION
   */
  async file(path, options) {
    // Loaded here, because few programs need it.
    const { FILE_RULES, sendFile } = await import('../http/send-file.js')
    const checked = checkOptions('res.file', options, FILE_RULES)
    if ((await sendFile(this, path, checked)) === 'file') return this
    // Where our files are is not the client's business.
    const secret = { status: 404, expose: false }
    throw new VelocyError('ERR_VELOCY_NO_FILE', `No file at ${path}`, secret)
  }

  /**
   * Switches to another protocol (RFC 9110 §15.2.2): answers with a 101, and lets
   * go of the socket.
   *
   * @param {Record<string, string>} fields `connection` and `upgrade`, and what
   *   the protocol needs
   * @returns {Socket} which waits until somebody listens to `data`
   */
  upgrade(fields) {
    const socket = /** @type {any} */ (this.socket)
    const ignore = () => {}
    this.writeHead(101, fields)
    // node:http's parser reads until another listener takes its place.
    for (const name of ['data', 'end', 'drain', 'timeout', 'error']) {
      for (const listener of socket.listeners(name)) socket.off(name, listener)
    }
    socket.on('error', ignore).on('readable', ignore)
    this.once('finish', () => {
      socket.setTimeout(0)
      // It has still resumed the request, and the socket with it.
      setImmediate(() => socket.off('readable', ignore))
    })
    this.end()
    return socket
  }

  /**
   * Sends the client elsewhere (RFC 9110 §15.4).
   *
   * @param {string | URL} url a path on this server, which may be relative to
   *   that of the request; a URL for another server
   * @param {301 | 302 | 303 | 307 | 308} [status] Default: 302.
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_OPTION, also for a string that leads
   *   to another server
   */
  redirect(url, status = 302) {
    checkValue('res.redirect', 'status', status, REDIRECT)
    const location = locationOf(url, this.req.url ?? '')
    this.setHeader('location', location)
    this.setHeader('content-type', TEXT)
    return this.text(`Go to ${location}`, status)
  }
}

const REDIRECT = oneOf(301, 302, 303, 307, 308)

/** Stands for our own origin, which a server does not know. */
const HERE = 'http://here.invalid'

/**
 * @param {string | URL} url
 * @param {string} target of the request
 * @returns {string} the value of Location, in ASCII
 */
function locationOf(url, target) {
  if (url instanceof URL) return url.href
  const isText = typeof url === 'string' && url !== ''
  const resolved = isText ? URL.parse(url, HERE + pathOf(target)) : null
  const { origin, pathname = '', search, hash } = resolved ?? {}
  // A path that begins with two slashes would be the name of a server.
  checkValue('res.redirect', 'url', url, {
    expected: "a path on this server, such as '/menu', or a URL for another",
    allows: () => origin === HERE && !pathname.startsWith('//'),
  })
  return `${pathname}${search}${hash}`
}

/**
 * @typedef {object} AnswerFields
 * @property {number} [status] The status. Default: `res.statusCode`.
 * @property {Record<string, number | string | readonly string[]>} [headers] The
 *   fields of the answer.
 * @property {boolean} [etag] Whether the answer gets an entity tag and the
 *   conditions of the request are evaluated, so that a client that has it
 *   already gets a 304. Default: false.
 */
const RULES = {
  status: integer(200, 999),
  headers: {
    expected: 'an object such as { name: value }',
    // A Map, or Headers, would have no fields.
    allows: (/** @type {any} */ value) =>
      typeof value === 'object' &&
      value !== null &&
      !(Symbol.iterator in value),
  },
  etag: boolean,
}

/**
 * @param {Response} res
 * @param {AnswerFields} options
 * @param {string} type of the body, with its charset
 * @param {string} body
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
function sendWith(res, options, type, body) {
  const {
    status = res.statusCode,
    headers = {},
    etag = false,
  } = checkOptions('res', options, RULES)
  for (const [name, value] of Object.entries(headers)) {
    res.setHeader(name, value)
  }
  const outcome = etag ? conditionsOf(res, status, body) : 'ok'
  if (outcome !== 'ok') return sendOutcome(res, outcome)
  send(res, status, type, body)
}

/**
 * @param {Response} res
 * @param {304 | 412} outcome
 */
function sendOutcome(res, outcome) {
  // They told of a body that is not sent.
  for (const name of res.getHeaderNames()) {
    if (/^content-(?!location$|security)/.test(name)) res.removeHeader(name)
  }
  res.removeHeader('last-modified')
  send(res, outcome, TEXT, 'Precondition Failed')
}

/**
 * Gives the answer an entity tag, unless it has one, and asks the conditions.
 *
 * @param {Response} res
 * @param {number} status
 * @param {string} body
 * @returns {'ok' | 304 | 412}
 */
function conditionsOf(res, status, body) {
  if (!res.hasHeader('etag')) res.setHeader('etag', etagOf(body))
  const { method = '', headers } = res.req
  const isRead = method === 'GET' || method === 'HEAD'
  // Of any other method it is too late: what it was to change has changed.
  if (!isRead || status < 200 || status > 299) return 'ok'
  const modified = res.getHeader('last-modified')?.toString()
  return evaluateConditions(method, headers, {
    etag: res.getHeader('etag')?.toString(),
    lastModified: parseHttpDate(modified ?? '') ?? undefined,
  })
}
