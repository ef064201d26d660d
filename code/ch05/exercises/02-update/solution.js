/**
 * Changes a text on a server, without undoing what others change meanwhile.
 *
 * @param {string} url
 * @param {(text: string) => string} change from the current text, or '' if
 *   there is no text yet, to the new one
 * @param {{ attempts?: number }} [options] 3
 * @returns {Promise<string>} the text that was stored
 * @throws {Error} with the status of the last answer, when it cannot be done
 */
export async function update(url, change, { attempts = 3 } = {}) {
  let status = 0
  for (let attempt = 0; attempt < attempts; attempt++) {
    const current = await fetch(url)
    const content = await current.text()
    const isNew = current.status === 404
    if (!current.ok && !isNew) throw failed(current.status)
    const text = change(isNew ? '' : content)
    const etag = current.headers.get('etag') ?? ''
    const condition = isNew ? { 'if-none-match': '*' } : { 'if-match': etag }
    const stored = await fetch(url, {
      method: 'PUT',
      body: text,
      headers: condition,
    })
    await stored.body?.cancel()
    if (stored.ok) return text
    status = stored.status
    // Only a conflict is worth another try.
    if (status !== 412) break
  }
  throw failed(status)
}

/** @param {number} status */
function failed(status) {
  return Object.assign(new Error(`got the status ${status}`), { status })
}
