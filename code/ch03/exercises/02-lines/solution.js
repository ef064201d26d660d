const LF = 0x0a

/**
 * The lines of a stream, without their line ends.
 *
 * @param {AsyncIterable<Buffer>} chunks of UTF-8
 * @param {{ limit: number }} options the most bytes that a line may have
 * @returns {AsyncGenerator<string>}
 * @throws {RangeError} when a line is longer
 */
export async function* linesOf(chunks, { limit }) {
  /** @type {Buffer} */
  let pending = Buffer.alloc(0)
  for await (const chunk of chunks) {
    pending = Buffer.concat([pending, chunk])
    let start = 0
    let end = pending.indexOf(LF)
    while (end !== -1) {
      yield check(pending.subarray(start, end), limit).toString()
      start = end + 1
      end = pending.indexOf(LF, start)
    }
    // A line that has not ended yet can be too long already.
    pending = check(pending.subarray(start), limit)
  }
  if (pending.length > 0) yield pending.toString()
}

/**
 * @param {Buffer} line
 * @param {number} limit
 */
function check(line, limit) {
  if (line.length <= limit) return line
  throw new RangeError(`got a line of more than ${limit} bytes`)
}
