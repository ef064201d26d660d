import { BlockList, isIP, SocketAddress } from 'node:net'
import { VelocyError } from '../common/errors.js'
import { checkOptions, checkValue, oneOf } from '../common/options.js'
import {
  fieldOf,
  parseParameters,
  split,
  trimWhitespace,
} from '../http/fields.js'

/** @import { Middleware } from '../app/typed.js' */
/** @import { Rule } from '../common/options.js' */
/** @import { RequestHeaders } from '../http/fields.js' */

/** Stands for the peers of a server on a Unix domain socket. */
const UNIX = 'unix'
/** No prefix of 0: that would trust everybody. */
const NETWORK = /^(?:unix|[\da-f:.]+(?:\/[1-9]\d*)?)$/i
const HOST = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d+)?$/

/** @param {RegExp} form @param {string} expected @returns {Rule} */
const arrayOf = (form, expected) => ({
  expected: `an array such as ${expected}`,
  allows: (texts) =>
    Array.isArray(texts) && texts.every((text) => form.test(text)),
})
const NETWORKS = arrayOf(NETWORK, "['10.0.0.0/8', '::1', 'unix']")
const RULES = {
  field: oneOf('x-forwarded', 'forwarded'),
  hosts: arrayOf(HOST, "['shop.example', 'localhost:8080']"),
}

/**
 * @typedef {object} TrustOptions
 * @property {'x-forwarded' | 'forwarded'} [field] What the proxies write:
 *   X-Forwarded-For, -Host and -Proto, or Forwarded (RFC 7239). The other one
 *   isn't read, because it may come from the client. Default: x-forwarded.
 * @property {string[]} [hosts] The hosts that we are, such as `shop.example`
 *   or `localhost:8080`; a request for another one gets a 421. Default: any.
 */
/**
 * @typedef {object} Client
 * @property {string | undefined} ip The address of the client, IPv4-mapped
 *   ones as IPv4. undefined: the proxy doesn't say, or there is no network.
 * @property {string | undefined} host The host that the client has asked for,
 *   in lower case; undefined if it isn't one.
 * @property {'http' | 'https'} protocol The one that the client has used.
 */

/**
 * Middleware that finds out who asks, and for what, through proxies that are
 * trusted to tell the truth: `req.ip`, `req.host` and `req.protocol`.
 *
 * @param {string[]} networks where the proxies are: addresses such as `::1`,
 *   and networks such as `10.0.0.0/8`; `unix` when we listen on a Unix domain
 *   socket. `[]`: there are none.
 * @param {TrustOptions} [options]
 * @returns {Middleware<Client>} which throws ERR_VELOCY_WRONG_HOST, status 421
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 * @throws {Error} of Node.js, for an address or a prefix that can't be
 */
export function trustProxy(networks, options) {
  checkValue('trustProxy', 'networks', networks, NETWORKS)
  const { field, hosts } = checkOptions('trustProxy', options, RULES)
  const read = field === 'forwarded' ? readForwarded : readXForwarded
  const isTrusted = trustIn(networks)
  return (req) => {
    const { socket, headers } = /** @type {any} */ (req)
    const peer = peerOf(socket)
    const hops = isTrusted(peer) ? read(headers) : []
    const client = clientOf(peer, hops, isTrusted)
    const host = (client.host ?? headers.host ?? '').toLowerCase()
    req.ip = client.address === UNIX ? undefined : client.address
    req.host = HOST.test(host) ? host : undefined
    const protocol = client.protocol ?? (socket.encrypted ? 'https' : 'http')
    req.protocol = protocol.toLowerCase() === 'https' ? 'https' : 'http'
    if (hosts && !hosts.includes(host)) throw wrongHost(host, hosts)
  }
}

/** @param {string[]} networks */
function trustIn(networks) {
  const list = new BlockList()
  for (const text of networks.filter((text) => text !== UNIX)) {
    const [address, prefix] = text.split('/')
    const family = familyOf(address)
    const bits = family === 'ipv6' ? 128 : 32
    list.addSubnet(address, Number(prefix ?? bits), family)
  }
  /** @param {string | undefined} address */
  return (address) =>
    address === UNIX
      ? networks.includes(UNIX)
      : address !== undefined && list.check(address, familyOf(address))
}

/** @param {string} address */
const familyOf = (address) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * The socket of a client that has just left has no address either, so it's the
 * server that knows whether this is a Unix domain socket.
 *
 * @param {any} socket
 */
function peerOf({ remoteAddress, server }) {
  if (remoteAddress !== undefined) return parseAddress(remoteAddress)
  return typeof server?.address() === 'string' ? UNIX : undefined
}

/** @param {string} host @param {string[]} hosts */
const wrongHost = (host, hosts) =>
  new VelocyError(
    'ERR_VELOCY_WRONG_HOST',
    `Got a request for the host "${host}", expected ${hosts.join(' or ')}`,
    { status: 421 },
  )

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
function readXForwarded(headers) {
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
function readForwarded(headers) {
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
function clientOf(peer, hops, isTrusted) {
  /** @type {Hop} */
  let client = { address: peer }
  for (const hop of hops.toReversed()) {
    if (!isTrusted(client.address)) break
    client = hop
  }
  return client
}
