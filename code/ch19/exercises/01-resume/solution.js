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
  let tag = ''
  for (;;) {
    /** @type {Record<string, string>} */
    const headers =
      text === '' || tag === ''
        ? {}
        : { range: `bytes=${text.length}-`, 'if-range': tag }
    const response = await get(headers)
    const { status } = response
    // All bytes had come, and the connection broke before its end.
    if (status === 416 && sizeOf(response) === text.length) return text
    if (!response.ok) throw new Error(`Status ${status}`)
    // All of it, and perhaps of another version.
    if (status !== 206) text = ''
    tag = strongTag(response)
    try {
      for await (const part of textOf(response)) text += part
      return text
    } catch {
      // The connection has broken: go on.
    }
  }
}

/** @param {Response} response */
const sizeOf = ({ headers }) =>
  Number(/\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1])

/** @param {Response} response @returns {string} empty if there is none */
function strongTag(response) {
  const tag = response.headers.get('etag') ?? ''
  return tag.startsWith('W/') ? '' : tag
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
