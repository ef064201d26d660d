import { STATUS_CODES } from 'node:http'

/**
 * Answers with a JSON body, so that the client knows where the body ends.
 *
 * @param {import('node:http').ServerResponse} res
 * @param {number} status
 * @param {unknown} value what becomes the body
 */
export function sendJson(res, status, value) {
  const body = JSON.stringify(value)
  res.writeHead(status, STATUS_CODES[status], {
    'content-type': 'application/json',
    'content-length': body.length,
  })
  res.end(body)
}
