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
  /** @type {Buffer[]} */
  const chunks = []
  for await (const chunk of body) chunks.push(chunk)
  const lines = Buffer.concat(chunks).toString().split('\n')
  for (const line of lines) {
    if (line.length > limit || line === '') continue
    yield `${JSON.stringify({ number: await save(JSON.parse(line)) })}\n`
  }
}
