import net from 'node:net'

/**
 * A door to a PostgreSQL that stands far away: what goes through it arrives
 * `ms` later, in either direction.
 *
 * @param {number} ms
 * @param {(sign: string, chunk: Buffer) => void} [onChunk] hears what goes
 *   through, `>` to the server and `<` back
 */
export async function farAway(ms, onChunk = () => {}) {
  const url = new URL(String(process.env.DATABASE_URL))
  const { hostname, port } = url
  const server = net.createServer({ noDelay: true }, (near) => {
    const far = net.connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
    })
    for (const [sign, from, to] of /** @type {const} */ ([
      ['>', near, far],
      ['<', far, near],
    ])) {
      from.on('error', () => to.destroy())
      from.on('data', (chunk) => {
        onChunk(sign, Buffer.from(chunk))
        setTimeout(() => to.write(chunk), ms)
      })
      from.on('close', () => setTimeout(() => to.destroy(), ms))
    }
  })
  await new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(0)),
  )
  const address = /** @type {net.AddressInfo} */ (server.address())
  url.host = `127.0.0.1:${address.port}`
  return { url: url.href, close: () => server.close() }
}
