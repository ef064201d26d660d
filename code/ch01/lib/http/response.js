/** @type {Record<number, string>} */
const REASONS = {
  200: 'OK',
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
  501: 'Not Implemented',
  505: 'HTTP Version Not Supported',
}

/**
 * Writes an answer as an HTTP/1.1 response (RFC 9112 §4–6).
 *
 * @param {{ status: number, headers: Record<string, string | number>,
 *   body: string }} answer header names in lower case
 * @param {{ keepAlive: boolean, idle: number, isHead?: boolean }} options
 *   `idle` is how long the connection may then be idle, in ms; a response to
 *   HEAD has the header fields of GET and no body (RFC 9110 §9.3.2)
 * @returns {string} to be sent as UTF-8
 */
export function writeResponse(answer, { keepAlive, idle, isHead = false }) {
  const { status, headers, body } = answer
  let head = `HTTP/1.1 ${status} ${REASONS[status]}\r\n`
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  head += `date: ${new Date().toUTCString()}\r\n`
  head += keepAlive
    ? `connection: keep-alive\r\nkeep-alive: timeout=${idle / 1000}\r\n\r\n`
    : 'connection: close\r\n\r\n'
  return isHead ? head : head + body
}
