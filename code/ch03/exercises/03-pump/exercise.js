/**
 * Writes everything that a source has to a target, and ends the target.
 *
 * @param {import('node:stream').Readable} source
 * @param {import('node:stream').Writable} target
 * @returns {Promise<void>} rejects when one of them fails; both are closed then
 */
export async function pump(source, target) {
  for await (const chunk of source) target.write(chunk)
  target.end()
}
