import { isIPv6 } from 'node:net'
import { PLAIN_HOST } from './characters.js'

const COLON = 0x3a
const SLASH = '/'

/** A registered name or an IPv4 address; it may be empty (RFC 3986 §3.2.2). */
const NAME = /^(?:[\w\-.~!$&'()*+,;=]|%[\dA-Fa-f]{2})*$/

/** A version of IP that is yet to come. */
const IP_FUTURE = /^v[\dA-Fa-f]+\.[\w\-.~!$&'()*+,;=:]+$/i

const HOST_AND_PORT = /^(\[[^\]]*\]|[^[\]:]*)(?::(\d*))?$/

/**
 * @param {string} text `uri-host [ ":" port ]` (RFC 9110 §7.2)
 * @returns {{ host: string, port: string | undefined } | null} null: it is
 *   something else
 */
function hostAndPort(text) {
  const [, host, port] = HOST_AND_PORT.exec(text) ?? []
  if (host === undefined) return null
  const isLiteral = host.startsWith('[')
  const inner = isLiteral ? host.slice(1, -1) : host
  const isValid = isLiteral
    ? (isIPv6(inner) && !inner.includes('%')) || IP_FUTURE.test(inner)
    : NAME.test(inner)
  return isValid ? { host, port } : null
}

/**
 * Whether a Host field is valid. It may be empty.
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 */
export function isHostAt(bytes, start, end) {
  let at = start
  while (at < end && PLAIN_HOST[bytes[at]] === 1) at++
  if (at === end) return true
  if (bytes[at] === COLON) {
    do at++
    while (at < end && bytes[at] >= 0x30 && bytes[at] <= 0x39)
    if (at === end) return true
  }
  return hostAndPort(bytes.toString('latin1', start, end)) !== null
}

const ABSOLUTE = /^https?:\/\/([^/?]*)/i

/**
 * Checks the form of a target, of which each byte is already known to be
 * allowed (RFC 9112 §3.2).
 *
 * @param {string} method
 * @param {string} target
 */
export function isTargetOf(method, target) {
  if (method === 'CONNECT') return isAuthority(target)
  if (target.startsWith(SLASH)) return true
  if (target === '*') return method === 'OPTIONS'
  const authority = authorityOf(target)
  if (authority === null) return false
  // A user and a password are an error in a request (RFC 9110 §4.2.4), and the
  // at sign before the host makes it none.
  const parts = hostAndPort(authority)
  return parts !== null && parts.host !== ''
}

/**
 * What the target of a CONNECT has to be (RFC 9110 §9.3.6).
 *
 * @param {string} target
 */
function isAuthority(target) {
  const { host = '', port = '' } = hostAndPort(target) ?? {}
  return host !== '' && Number(port) > 0 && Number(port) <= 0xffff
}

/**
 * The host and port of a target in absolute form, which count in place of the
 * Host field (RFC 9112 §3.2.2).
 *
 * @param {string} target
 * @returns {string | null} null: the target has another form
 */
export const authorityOf = (target) =>
  target.startsWith(SLASH) ? null : (ABSOLUTE.exec(target)?.[1] ?? null)
