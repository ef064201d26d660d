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
  for await (const piece of source) {
    const end = piece.indexOf(delimiter)
    if (end === -1) yield piece
    else {
      yield piece.subarray(0, end)
      return
    }
  }
  throw new Error('The source ended without a delimiter')
}
