import { isIP, SocketAddress } from 'node:net'
import { fieldOf, parseParameters, split, trimWhitespace } from './fields.js'

/** @import { RequestHeaders } from './fields.js' */

/**
 * What a proxy says of the request that it passes on.
 *
 * @typedef {object} Hop
 * @property {string} [address] of who has asked the proxy; without one, the
 *   proxy doesn't know or doesn't say
 * @property {string} [host] that was asked for
 * @property {string} [protocol] such as `https`
 */

/**
 * Reads X-Forwarded-For, each proxy's entry to the right of the one before.
 * X-Forwarded-Host and X-Forwarded-Proto have no such order to rely on, so
 * only their last entries count, which the nearest proxy has written.
 *
 * @param {RequestHeaders} headers
 * @returns {Hop[]} the nearest proxy's last
 */
export function readXForwarded(headers) {
  const [addresses, [host], [protocol]] = ['for', 'host', 'proto'].map((name) =>
    entriesOf(headers, `x-forwarded-${name}`),
  )
  // A proxy that says something, but not for whom.
  if (addresses.length === 0 && (host || protocol)) addresses.push('unknown')
  return addresses
    .map((text) => ({ address: parseAddress(text), host, protocol }))
    .toReversed()
}

/**
 * @param {RequestHeaders} headers
 * @param {string} name of a field whose entries are never quoted
 * @returns {string[]} the last one first
 */
const entriesOf = (headers, name) =>
  (fieldOf(headers, name) ?? '')
    .split(',')
    .map(trimWhitespace)
    .filter(Boolean)
    .toReversed()

/**
 * Reads Forwarded (RFC 7239 §4).
 *
 * @param {RequestHeaders} headers
 * @returns {Hop[]} the nearest proxy's last; a malformed element is one that
 *   says nothing
 */
export function readForwarded(headers) {
  return split(fieldOf(headers, 'forwarded') ?? '', ',').map((element) => {
    const { parameters } = parseParameters(`;${element}`) ?? {}
    return {
      address: parseAddress(parameters?.get('for') ?? ''),
      host: parameters?.get('host'),
      protocol: parameters?.get('proto'),
    }
  })
}

/** `[2001:db8::1]:4711`, with or without the port, and `192.0.2.1:4711`. */
const WITH_PORT = /^\[([^[\]]+)\](?::[\w.-]+)?$|^([\d.]+):[\w.-]+$/

/**
 * @param {string} text a node of RFC 7239 §6, or an address as sockets have it
 * @returns {string | undefined} the address without a port, an IPv4-mapped
 *   one as IPv4; undefined for `unknown`, `_hidden` and all that is none
 */
export function parseAddress(text) {
  const { 1: v6, 2: v4 = text } = WITH_PORT.exec(text) ?? []
  const address = v6 ?? v4
  const family = isIP(address)
  if (family !== 6) return family === 4 ? address : undefined
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  return canonical.replace(/^::ffff:(?=\d+\.)/, '')
}

/**
 * Walks from the peer towards the client, as long as whoever speaks is
 * trusted. What lies beyond is what somebody unknown claims.
 *
 * @param {string | undefined} peer the address of the connection
 * @param {Hop[]} hops the nearest proxy's last
 * @param {(address: string | undefined) => boolean} isTrusted
 * @returns {Hop} with the address of the first that isn't trusted, and what
 *   the proxy that it has asked says of it
 */
export function clientOf(peer, hops, isTrusted) {
  /** @type {Hop} */
  let client = { address: peer }
  for (const hop of hops.toReversed()) {
    if (!isTrusted(client.address)) break
    client = hop
  }
  return client
}
