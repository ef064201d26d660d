import http from 'node:http'
import { send } from '../http/send.js'

/**
 * A response as a handler sees it: node:http's, and two short forms, which keep
 * the header fields that the handler has set.
 */
export class Response extends http.ServerResponse {
  /**
   * Answers with text.
   *
   * @param {string} body
   * @param {number} [status]
   * @returns {this}
   */
  text(body, status = this.statusCode) {
    send(this, status, 'text/plain; charset=utf-8', body)
    return this
  }

  /**
   * Answers with a value as JSON (RFC 8259).
   *
   * @param {unknown} value
   * @param {number} [status]
   * @returns {this}
   * @throws {TypeError} for a value that JSON cannot express
   */
  json(value, status = this.statusCode) {
    send(this, status, 'application/json', JSON.stringify(value))
    return this
  }
}
