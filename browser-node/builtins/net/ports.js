/** The ports of a program, and what its sockets and servers are asked with. */
import { nodeError } from '../errors.js'

/** @type {Map<number, import('../net.js').Server>} what listens, by port */
export const ports = new Map()

/** The range that Linux takes free ports from. */
let lastPort = 32768
export function freePort() {
  do lastPort = lastPort === 60999 ? 32768 : lastPort + 1
  while (ports.has(lastPort))
  return lastPort
}

/** @type {Record<string, number>} */
const NUMBERS = {
  ECONNREFUSED: -111,
  ECONNRESET: -104,
  ENETUNREACH: -101,
  ENOTFOUND: -3008,
  EPIPE: -32,
}

/**
 * @param {string} syscall
 * @param {string} code
 * @param {string} [address]
 * @param {number} [port]
 */
export function failure(syscall, code, address = '', port) {
  const place = port === undefined ? address : `${address}:${port}`
  const error = new Error(`${syscall} ${code}${place && ` ${place}`}`)
  Object.assign(error, { errno: NUMBERS[code], code, syscall })
  return port === undefined ? error : Object.assign(error, { address, port })
}

/**
 * The forms of `connect` and `listen`: (options), (port, host).
 *
 * @param {any[]} args
 * @returns {[options: any, callback: any]}
 */
export function normalize(args) {
  const last = args.at(-1)
  const callback = typeof last === 'function' ? last : null
  const [first, second] = args
  if (typeof first === 'object' && first !== null) return [first, callback]
  const host = typeof second === 'string' ? second : undefined
  const port = typeof first === 'function' ? undefined : first
  return [{ port, host }, callback]
}

/**
 * @param {any} port
 * @returns {number}
 */
export function checkPort(port) {
  const number = Number(port)
  if (Number.isInteger(number) && number >= 0 && number < 65536) return number
  const message = `got the port ${port}, expected 0 to 65535`
  throw nodeError('ERR_SOCKET_BAD_PORT', message)
}

/** @param {string} host */
export const isHere = (host) =>
  /^(?:localhost\.?|127\.[\d.]+|::1?|0\.0\.0\.0)$/i.test(host)

/** @param {string} address */
export const familyOf = (address) => (address.includes(':') ? 'IPv6' : 'IPv4')
