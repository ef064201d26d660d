/**
 * @typedef {object} OpenFile
 * @property {(buffer: Buffer, position: number) => Promise<number>} read has a
 *   thread fill the buffer, and tells how many bytes it has read: sometimes
 *   fewer than the buffer holds, and 0 only at the end of the file
 * @property {() => void} close must not be called during a read, because the
 *   thread would go on with whatever is opened next
 */

/**
 * @typedef {object} Client
 * @property {(chunk: Buffer) => Promise<boolean>} write true when the client
 *   has taken the chunk, which must not change until then; false when the
 *   client has left. It never rejects
 * @property {() => void} end says that the answer is complete
 * @property {() => void} cut breaks the connection
 */

/**
 * Sends a file, and closes it whatever happens. While the client takes a chunk,
 * the next one is read, and no further one.
 *
 * @param {Client} client
 * @param {OpenFile} file
 * @param {number} size how many bytes the head has promised
 * @param {number} most how many bytes a buffer may have
 * @returns {Promise<void>} when all is sent, or the client has left
 * @throws {Error} when a read fails or the file has shrunk; the connection has
 *   been cut then
 */
export async function send(client, file, size, most) {
  let [full, free] = [Buffer.alloc(most), Buffer.alloc(most)]
  try {
    let chunk = await readInto(full, file, 0, size)
    let position = chunk.length
    while (chunk.length > 0) {
      // Neither of the two is left behind: not the read, if the client leaves,
      // and not the error of the read, if the client takes its time.
      const [isThere, next] = await Promise.all([
        client.write(chunk),
        readInto(free, file, position, size),
      ])
      if (!isThere) return
      ;[full, free] = [free, full]
      chunk = next
      position += chunk.length
    }
    client.end()
  } catch (error) {
    client.cut()
    throw error
  } finally {
    file.close()
  }
}

/**
 * @param {Buffer} buffer
 * @param {OpenFile} file
 * @param {number} position
 * @param {number} size
 * @returns {Promise<Buffer>} what has been read; empty when all has been
 * @throws {Error} when the file has shrunk
 */
async function readInto(buffer, file, position, size) {
  const wanted = buffer.subarray(0, size - position)
  if (wanted.length === 0) return wanted
  const count = await file.read(wanted, position)
  if (count === 0) throw new Error(`${size - position} bytes are missing`)
  return wanted.subarray(0, count)
}
