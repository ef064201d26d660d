import { formatHttpDate } from './dates.js'

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

/** How long the clock of a file system may stand still, in ms: FAT's does. */
const TICK = 2000

/** Older dates are made up, by npm, zip, Nix and others, to be reproducible. */
const MADE_UP = Date.UTC(2001)

/**
 * What tells versions of a file apart.
 *
 * @param {import('node:fs').Stats} stats
 * @param {number} [now] ms
 * @returns {{ etag?: string, 'last-modified'?: string }} nothing as long as
 *   another change could look the same, and for a date in the future
 */
export function validatorsOf({ size, mtimeMs, ctimeMs }, now = Date.now()) {
  const time = mtimeMs < MADE_UP ? ctimeMs : mtimeMs
  if (now - time < TICK) return {}
  // In microseconds, which is what there is in a number of this size.
  const version = Math.floor(time * 1000).toString(36)
  return {
    etag: `"${size.toString(36)}-${version}"`,
    'last-modified': formatHttpDate(time),
  }
}
