/**
 * Takes a mask off bytes, in place: each byte is XORed with one of four, in turn
 * (RFC 6455 §5.3).
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} end
 * @param {number} mask four bytes, the first one lowest
 * @returns {number} the bits that are set in any of them; below 0x80, all are
 *   ASCII
 */
export function unmask(bytes, start, end, mask) {
  let bits = 0
  for (let i = start; i < end; i++) {
    bytes[i] ^= mask >>> (((i - start) & 3) * 8)
    bits |= bytes[i]
  }
  return bits
}
