const PERCENT = 0x25
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Decodes the escapes of a text and never throws.
 *
 * @param {string} text
 * @returns {string}
 */
export function decodeLeniently(text) {
  const bytes = Buffer.from(text)
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    const value = bytes[i] === PERCENT ? valueAt(bytes, i + 1) : -1
    // What is decoded is never longer, so it has room where it came from.
    bytes[length++] = value === -1 ? bytes[i] : value
    if (value !== -1) i += 2
  }
  return utf8.decode(bytes.subarray(0, length))
}

/**
 * @param {Buffer} bytes
 * @param {number} index of the first of two digits
 * @returns {number} -1: they are no digits
 */
function valueAt(bytes, index) {
  const digits = bytes.toString('latin1', index, index + 2)
  return /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : -1
}
