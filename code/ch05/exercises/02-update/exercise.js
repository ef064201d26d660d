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
  for (let attempt = 0; attempt < attempts; attempt++) {
    const current = await fetch(url)
    const text = change(await current.text())
    const stored = await fetch(url, { method: 'PUT', body: text })
    if (stored.ok) return text
  }
  throw new Error(`got no success in ${attempts} attempts`)
}
