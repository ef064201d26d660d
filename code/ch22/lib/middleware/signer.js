import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { checkValue } from '../common/options.js'

/** @typedef {string | Uint8Array} Key */

/**
 * Signs texts that others keep for us, such as cookies (HMAC-SHA-256, RFC
 * 2104). Anybody can read them, and nobody without a key can change them.
 *
 * @param {Key | Key[]} keys of 32 bytes or more, from a secret place: the first
 *   one signs, and all of them verify
 * @throws {VelocyError} ERR_VELOCY_BAD_OPTION
 */
export function signer(keys) {
  const all = [keys].flat()
  // The keys themselves would end in a log.
  const lengths = all.map((key) => key?.length ?? 0)
  checkValue('signer', 'keys of lengths', lengths, {
    expected: 'at least one, each of 32 or more',
    allows: () => all.length > 0 && lengths.every((length) => length >= 32),
  })
  return {
    /**
     * @param {string} name what the text is for: it is valid for nothing else
     * @param {string} value
     * @returns {string} the value, a dot and 43 characters
     */
    sign: (name, value) => signed(all[0], name, value),

    /**
     * @param {string} name
     * @param {string} [text] whatever has come back
     * @returns {string | undefined} the value, if it was signed under that name
     */
    verify(name, text = '') {
      const value = text.slice(0, text.lastIndexOf('.'))
      const isOurs = all.some((key) => isSame(signed(key, name, value), text))
      return isOurs ? value : undefined
    },
  }
}

/** @param {Key} key @param {string} name @param {string} value */
function signed(key, name, value) {
  const mac = createHmac('sha256', key).update(JSON.stringify([name, value]))
  return `${value}.${mac.digest('base64url')}`
}

/**
 * Takes as long for a text that is almost right as for any other.
 *
 * @param {string} a
 * @param {string} b
 */
const isSame = (a, b) =>
  timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'))
