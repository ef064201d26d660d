/** Whether the first byte of a word is its lowest, as it is nearly everywhere. */
const IS_LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** From this many bytes on, four at a time are faster. */
const MANY = IS_LITTLE ? 64 : Number.POSITIVE_INFINITY

/**
 * Takes a mask off bytes, in place: each is XORed with one of its four bytes, in
 * turn (RFC 6455 §5.3).
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {number} mask four bytes, the first one lowest
 * @returns {number} the bits that are set in any of the bytes; below 0x80, all
 *   are ASCII
 */
export function unmask(bytes, start, end, mask) {
  let bits = 0
  let at = start
  if (end - start >= MANY) {
    const { buffer, byteOffset } = bytes
    // Words begin at every fourth byte of the memory.
    at += -(byteOffset + start) & 3
    bits = unmask(bytes, start, at, mask)
    mask = rotate(mask, at - start)
    const words = new Int32Array(buffer, byteOffset + at, (end - at) >> 2)
    let all = 0
    for (let i = 0; i < words.length; i++) {
      words[i] ^= mask
      all |= words[i]
    }
    bits |= all | (all >> 8) | (all >> 16) | (all >> 24)
    at += words.length * 4
  }
  for (; at < end; at++) {
    bytes[at] ^= mask
    bits |= bytes[at]
    mask = rotate(mask, 1)
  }
  return bits & 0xff
}

/**
 * @param {number} mask
 * @param {number} by how many bytes; only the last two bits count
 */
export const rotate = (mask, by) =>
  (mask >>> ((by & 3) * 8)) | (mask << (32 - (by & 3) * 8))
