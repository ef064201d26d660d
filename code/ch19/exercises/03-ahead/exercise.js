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
  const buffer = Buffer.alloc(most)
  let sent = 0
  let count = await file.read(buffer, 0)
  while (sent < size) {
    const taken = client.write(buffer.subarray(0, count))
    sent += count
    const next = file.read(buffer, sent)
    if (!(await taken)) return
    count = await next
  }
  client.end()
  file.close()
}
