/**
 * Downloads a file, and goes on where it was when the connection breaks.
 *
 * @param {(headers: Record<string, string>) => Promise<Response>} get sends a
 *   GET for the file with these header fields, as `fetch` does
 * @returns {Promise<string>} the file
 * @throws {Error} when the status is one that does not help
 */
export async function download(get) {
  let text = ''
  for (;;) {
    /** @type {Record<string, string>} */
    const headers = text === '' ? {} : { range: `bytes=${text.length}-` }
    const response = await get(headers)
    if (!response.ok) throw new Error(`Status ${response.status}`)
    try {
      for await (const part of textOf(response)) text += part
      return text
    } catch {
      // The connection has broken: go on.
    }
  }
}

/**
 * @param {Response} response
 * @returns {AsyncIterable<string>} its body, which throws where it breaks
 */
async function* textOf(response) {
  const decoder = new TextDecoder('latin1')
  for await (const chunk of /** @type {any} */ (response.body)) {
    yield decoder.decode(chunk)
  }
}
