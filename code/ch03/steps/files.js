import { open, unlink } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/**
 * Opens a file, lets it be used, and closes it, however the use ends.
 *
 * @template T
 * @param {string} path
 * @param {string} flags such as `r`, `a`, `wx`
 * @param {(file: import('node:fs/promises').FileHandle) => Promise<T>} use
 * @returns {Promise<T>} what the use returns
 */
export async function withFile(path, flags, use) {
  const file = await open(path, flags)
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}

/**
 * Copies a file, a piece at a time, never more of it in memory than a piece.
 *
 * @param {string} from
 * @param {string} to must not exist
 * @param {{ signal?: AbortSignal }} [options]
 * @throws what opening, reading or writing throws, or an AbortError; both
 *   files are closed by then, and half a copy is removed
 */
export function copyFile(from, to, { signal } = {}) {
  return withFile(from, 'r', (source) =>
    withFile(to, 'wx', async (target) => {
      try {
        const copy = target.createWriteStream()
        await pipeline(source.createReadStream(), copy, { signal })
      } catch (error) {
        // If we get here, we've made the file: `wx` opens no other.
        await unlink(to)
        throw error
      }
    }),
  )
}
