/**
 * Writes everything that a source has to a target, and ends the target.
 *
 * @param {import('node:stream').Readable} source
 * @param {import('node:stream').Writable} target
 * @returns {Promise<void>} rejects when one of them fails; both are closed then
 */
export function pump(source, target) {
  return new Promise((resolve, reject) => {
    /** @param {Error} error */
    const fail = (error) => {
      source.destroy()
      target.destroy()
      reject(error)
    }
    source.on('error', fail)
    target.on('error', fail)
    target.on('close', () => fail(new Error('the target was closed')))
    target.on('finish', () => resolve())
    source.on('data', (chunk) => {
      if (!target.write(chunk)) source.pause()
    })
    target.on('drain', () => source.resume())
    source.on('end', () => target.end())
    source.on('close', () => {
      if (!source.readableEnded) fail(new Error('the source was closed'))
    })
  })
}
