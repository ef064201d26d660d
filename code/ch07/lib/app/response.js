import http from 'node:http'

/** A response as a handler sees it: node:http's, and two short forms. */
export class Response extends http.ServerResponse {
  /**
   * Answers with text.
   *
   * @param {string} body
   * @param {number} [status]
   */
  text(body, status = this.statusCode) {
    send(this, status, 'text/plain; charset=utf-8', body)
  }

  /**
   * Answers with a value as JSON (RFC 8259).
   *
   * @param {unknown} value
   * @param {number} [status]
   * @throws {TypeError} of a value that JSON cannot express
   */
  json(value, status = this.statusCode) {
    const body = JSON.stringify(value)
    if (body === undefined) {
      throw new TypeError(
        `res.json: got ${typeof value}, expected a value that JSON can ` +
          'express: null, a boolean, a number, a string, an array or an object',
      )
    }
    send(this, status, 'application/json', body)
  }
}

/**
 * Header fields that a handler has set before are sent along.
 *
 * @param {http.ServerResponse} res
 * @param {number} status
 * @param {string} type of the body, with its charset
 * @param {string} body
 */
export function send(res, status, type, body) {
  // Neither has a body, so there is nothing to be said of it (RFC 9110 §8.6).
  if (status === 204 || status === 304) {
    res.writeHead(status).end()
    return
  }
  res.writeHead(status, {
    'content-type': type,
    // In bytes, which is not the length of the string.
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
}

/**
 * Answers with a status and its name.
 *
 * @param {http.ServerResponse} res
 * @param {number} status
 * @param {Record<string, string>} [fields]
 */
export function sendStatus(res, status, fields = {}) {
  const body = http.STATUS_CODES[status] ?? 'Unknown'
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  for (const [name, value] of Object.entries(fields)) res.setHeader(name, value)
  res.statusMessage = ''
  send(res, status, 'text/plain; charset=utf-8', body)
}
