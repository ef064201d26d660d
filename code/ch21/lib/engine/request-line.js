import { http } from '../common/node-http.js'
import { isText } from './characters.js'

/** @type {string[][]} the methods of each length, so that few are compared */
const methodsByLength = []
for (const method of http.METHODS) {
  // We have no tunnels.
  if (method === 'CONNECT') continue
  methodsByLength[method.length] ??= []
  methodsByLength[method.length].push(method)
}

/**
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @returns {string} always the same string for a method; '': it's unknown
 */
export function methodAt(bytes, start, end) {
  for (const method of methodsByLength[end - start] ?? []) {
    if (isText(bytes, start, end, method)) return method
  }
  return ''
}

/**
 * Reads `HTTP/1.1` (RFC 9112 §2.3).
 *
 * @param {Buffer} bytes
 * @param {number} start
 * @param {number} end
 * @returns {number} 1 or 0 for HTTP/1.1 and HTTP/1.0; -1: it isn't a version;
 *   -2: it's another one
 */
export function minorVersionAt(bytes, start, end) {
  if (isText(bytes, start, end, 'HTTP/1.1')) return 1
  if (isText(bytes, start, end, 'HTTP/1.0')) return 0
  const isVersion = /^HTTP\/\d\.\d$/.test(bytes.toString('latin1', start, end))
  return isVersion ? -2 : -1
}
