import { VelocyError } from '../common/errors.js'
import { checkValue } from '../common/options.js'
import { addVary, isToken } from '../http/fields.js'
import { locationOf } from '../http/location.js'
import { JSON_TYPE, send, TEXT } from '../http/send.js'
import { jsonOf } from '../http/write-json.js'
import { Outgoing } from './outgoing.js'
import { sendWith } from './send-with.js'

/** @import { AnswerFields } from './send-with.js' */

/** Statuses that send a client elsewhere (RFC 9110 §15.4). */
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** As text, `undefined` would be a path, and '' the same page again. */
const ADDRESS = {
  expected: "a URL, or a string such as '/menu'",
  allows: (/** @type {unknown} */ url) =>
    url instanceof URL || (typeof url === 'string' && url !== ''),
}

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
   * @throws {TypeError} of a cycle, or a bigint within
   */
  json(value, options = this.statusCode) {
    const body = jsonOf(value)
    if (typeof options === 'number') send(this, options, JSON_TYPE, body)
    else sendWith(this, options, JSON_TYPE, body)
    return this
  }

  /**
   * Says that the answer depends on a field of the request, so that a cache
   * does not give it to all (RFC 9110 §12.5.5).
   *
   * @param {...string} names such as `Accept`
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_FIELD
   */
  vary(...names) {
    for (const name of names) addTo(this, name)
    return this
  }

  /**
   * Sends the client elsewhere. Whatever it is given, there is one field
   * Location, and a path leads to no other host; but an absolute URL goes where
   * it says: do not take one from a request.
   *
   * @param {string | URL} url absolute, or relative to the one of the request
   * @param {301 | 302 | 303 | 307 | 308} [status] 302
   * @returns {this}
   * @throws {VelocyError} ERR_VELOCY_BAD_REDIRECT, ERR_VELOCY_BAD_OPTION
   */
  redirect(url, status = 302) {
    checkRedirect(status)
    checkValue('res.redirect', 'url', url, ADDRESS)
    const location = locationOf(url)
    this.setHeader('location', location)
    this.setHeader('content-type', TEXT)
    return this.text(`Go to ${location}`, status)
  }
}

/**
 * @param {Response} res
 * @param {string} name of a field
 */
function addTo(res, name) {
  if (!isToken(name)) {
    throw new VelocyError(
      'ERR_VELOCY_BAD_FIELD',
      `res.vary: got ${JSON.stringify(name)}, expected the name of a field`,
    )
  }
  const vary = res.getHeader('vary')
  res.setHeader('vary', addVary(vary?.toString(), name))
}

/** @param {number} status */
function checkRedirect(status) {
  if (REDIRECTS.has(status)) return
  throw new VelocyError(
    'ERR_VELOCY_BAD_REDIRECT',
    `res.redirect: got the status ${status}, expected one of ` +
      [...REDIRECTS].join(', '),
  )
}
