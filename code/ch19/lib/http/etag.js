/**
 * A strong entity tag (RFC 9110 §8.8.3): other bytes have another one.
 *
 * @param {string | Uint8Array} body
 * @returns {string} with its quotes
 */
export function etagOf(body) {
  // Loaded here, because few programs need it.
  const { hash } = process.getBuiltinModule('node:crypto')
  return `"${hash('sha256', body, 'base64url').slice(0, 22)}"`
}
