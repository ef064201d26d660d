const LF = 0x0a

/**
 * Takes orders, one line of JSON each, and answers each with a line, as soon as
 * it has come:
 *
 * - `{"number":7}`, what `save` made of the order;
 * - `{"error":"line 2: not JSON"}`, and goes on;
 * - `{"error":"line 3: longer than 100 bytes"}`, and ends. The line's end does
 *   not count.
 *
 * A line may end in CR LF, the last one need not end, and an empty one is
 * counted, but not answered.
 *
 * @param {AsyncIterable<Buffer>} body such as a request
 * @param {(order: unknown) => Promise<number>} save
 * @param {number} limit of a line, in bytes
 * @returns {AsyncGenerator<string>}
 */
export async function* takeOrders(body, save, limit) {
  let count = 0
  for await (const line of linesOf(body, limit)) {
    count++
    if (line === null) {
      yield answer({ error: `line ${count}: longer than ${limit} bytes` })
      return
    }
    const order = parse(line)
    if (order === null) yield answer({ error: `line ${count}: not JSON` })
    else if (order) yield answer({ number: await save(order.value) })
  }
}

/** @param {object} value */
const answer = (value) => `${JSON.stringify(value)}\n`

/**
 * @param {string} line
 * @returns {{ value: unknown } | null | undefined} null: it is not JSON;
 *   undefined: there is nothing
 */
function parse(line) {
  if (line === '') return undefined
  try {
    return { value: JSON.parse(line) }
  } catch {
    return null
  }
}

/**
 * @param {AsyncIterable<Buffer>} body
 * @param {number} limit
 * @returns {AsyncGenerator<string | null>} null: a line that is too long
 */
async function* linesOf(body, limit) {
  let rest = Buffer.alloc(0)
  for await (const chunk of body) {
    let start = 0
    // A character may be cut in two, and a byte LF is never a part of one.
    for (
      let end = chunk.indexOf(LF);
      end !== -1;
      end = chunk.indexOf(LF, start)
    ) {
      yield lineOf(Buffer.concat([rest, chunk.subarray(start, end)]), limit)
      rest = Buffer.alloc(0)
      start = end + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(start)])
    // It may still end in CR.
    if (rest.length > limit + 1) yield null
  }
  if (rest.length > 0) yield lineOf(rest, limit)
}

/**
 * @param {Buffer} bytes
 * @param {number} limit
 */
function lineOf(bytes, limit) {
  const line = bytes.at(-1) === 0x0d ? bytes.subarray(0, -1) : bytes
  return line.length > limit ? null : line.toString()
}
