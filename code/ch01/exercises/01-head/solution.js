const TEXTS = new Map([
  ['/hey', 'hey'],
  ['/hello', 'hello'],
])

/**
 * Answers one request: a HEAD with what a GET would be answered, up to and
 * including the empty line.
 *
 * @param {string} head the bytes of a request before its empty line
 * @returns {string} what goes onto the wire, as UTF-8
 */
export function respond(head) {
  const [method, target] = head.split(' ')
  const text = TEXTS.get(target)
  const status = text === undefined ? '404 Not Found' : '200 OK'
  const body = text ?? 'Not Found'
  const length = Buffer.byteLength(body)
  const content = method === 'HEAD' ? '' : body
  return `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\n\r\n${content}`
}
