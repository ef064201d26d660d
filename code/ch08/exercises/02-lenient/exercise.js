/**
 * Decodes the escapes of a text and never throws.
 *
 * @param {string} text
 * @returns {string}
 */
export function decodeLeniently(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
