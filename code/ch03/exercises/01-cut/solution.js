/**
 * The text of a stream of UTF-8 bytes, wherever its chunks were cut.
 *
 * @param {AsyncIterable<Buffer>} chunks
 * @returns {Promise<string>}
 */
export async function textOf(chunks) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
