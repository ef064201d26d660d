/**
 * The text of a stream of UTF-8 bytes, wherever its chunks were cut.
 *
 * @param {AsyncIterable<Buffer>} chunks
 * @returns {Promise<string>}
 */
export async function textOf(chunks) {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}
