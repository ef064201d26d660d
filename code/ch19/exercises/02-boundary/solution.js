/**
 * Passes on what stands in front of a delimiter, in pieces of any size: each
 * byte as soon as it's clear that it isn't the delimiter's. Then it stops, and
 * takes nothing more from the source.
 *
 * @param {AsyncIterable<Buffer>} source pieces of any size
 * @param {Buffer} delimiter at least one byte
 * @returns {AsyncGenerator<Buffer, void>} no empty pieces
 * @throws {Error} if the source ends without a delimiter
 */
export async function* upTo(source, delimiter) {
  /** @type {Buffer} */
  let kept = Buffer.alloc(0)
  for await (const piece of source) {
    const bytes = Buffer.concat([kept, piece])
    const found = bytes.indexOf(delimiter)
    const end = found === -1 ? bytes.length - begun(bytes, delimiter) : found
    if (end > 0) yield bytes.subarray(0, end)
    if (found !== -1) return
    kept = bytes.subarray(end)
  }
  throw new Error('The source ended without a delimiter')
}

/**
 * @param {Buffer} bytes
 * @param {Buffer} delimiter
 * @returns {number} how many of the last bytes may begin a delimiter: as many
 *   as possible
 */
function begun(bytes, delimiter) {
  let count = Math.min(bytes.length, delimiter.length - 1)
  for (; count > 0; count--) {
    const last = bytes.subarray(bytes.length - count)
    if (last.equals(delimiter.subarray(0, count))) break
  }
  return count
}
