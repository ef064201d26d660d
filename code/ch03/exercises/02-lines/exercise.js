/**
 * The lines of a stream, without their line ends.
 *
 * @param {AsyncIterable<Buffer>} chunks of UTF-8
 * @param {{ limit: number }} options the most bytes that a line may have
 * @returns {AsyncGenerator<string>}
 * @throws {RangeError} when a line is longer
 */
export async function* linesOf(chunks, { limit }) {
  let text = ''
  for await (const chunk of chunks) text += chunk
  for (const line of text.split('\n')) {
    if (line.length > limit) throw new RangeError(`more than ${limit} bytes`)
    yield line
  }
}
