/** @import { RequestError, RequestHead } from './request-head.js' */

/**
 * @param {RequestHead} head
 * @param {string} name in lower case: names ignore case (RFC 9110 §5.1)
 * @returns {string[]} one value per line that has this name
 */
export function fieldValues(head, name) {
  return head.headers
    .filter(([fieldName]) => fieldName.toLowerCase() === name)
    .map(([, value]) => value)
}

/**
 * Whether the client expects this connection to stay open after the response
 * (RFC 9112 §9.3).
 *
 * @param {RequestHead} head
 */
export function keepsAlive(head) {
  const options = fieldValues(head, 'connection')
    .flatMap((value) => value.split(','))
    .map((option) => option.trim().toLowerCase())
  if (options.includes('close')) return false
  return head.version !== 'HTTP/1.0' || options.includes('keep-alive')
}

/** `uri-host [":" port]` (RFC 9110 §7.2); an IPv6 address by its characters. */
const HOST =
  /^(\[[\w.~!$&'()*+,;=:-]+\]|([\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(:\d*)?$/i

/**
 * Refuses a well-formed head that has no valid host, or that announces a body,
 * which this server cannot skip.
 *
 * @param {RequestHead} head
 * @returns {RequestError | null} null to accept it
 */
export function refusal(head) {
  const hosts = fieldValues(head, 'host')
  const lengths = fieldValues(head, 'content-length')
  if (hosts.length > 1 || (!hosts.length && head.version !== 'HTTP/1.0')) {
    return refuse(400, 'bad-host', `expected one Host, got ${hosts.length}`)
  }
  if (hosts.length && !HOST.test(hosts[0])) {
    return refuse(400, 'bad-host', `expected a host in Host, got ${hosts[0]}`)
  }
  if (fieldValues(head, 'transfer-encoding').length > 0) {
    return refuse(501, 'no-transfer-codings', 'expected no Transfer-Encoding')
  }
  if (lengths.length > 0 && !/^\d+$/.test(lengths.join())) {
    const got = lengths.join(' and ')
    return refuse(400, 'bad-length', `expected one Content-Length, got ${got}`)
  }
  if (Number(lengths[0] ?? 0) > 0) {
    return refuse(413, 'no-bodies', `expected no body, got ${lengths[0]} bytes`)
  }
  return null

  /** @type {(status: number, code: string, message: string) => RequestError} */
  function refuse(status, code, message) {
    return { status, code, message, at: head.bodyStart }
  }
}
