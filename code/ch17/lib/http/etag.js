import { hash } from 'node:crypto'

/**
 * A strong entity tag (RFC 9110 §8.8.3): other bytes have another one.
 *
 * @param {string | Uint8Array} body
 * @returns {string} with its quotes
 */
export function etagOf(body) {
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
}
