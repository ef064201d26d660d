import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import https from 'node:https'

const PREFIX = '/bench/'

/**
 * What chapter 00's server does, over TLS.
 *
 * @param {{ port: number, host: string }} place
 */
export async function start({ port, host }) {
  const { TLS_CERT = '', TLS_KEY = '' } = process.env
  const tls = { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }
  const server = https.createServer(tls, (req, res) => {
    const [path, query] = (req.url ?? '/').split('?')
    const name = decodeURIComponent(path.slice(PREFIX.length))
    const id = new URLSearchParams(query).get('id')
    const body = JSON.stringify({ name, id })
    res.writeHead(200, {
      'x-powered-by': 'benchmark',
      'content-type': 'application/json',
      connection: 'keep-alive',
      'keep-alive': 'timeout=5',
      'content-length': Buffer.byteLength(body),
    })
    res.end(body)
  })
  server.listen(port, host)
  await once(server, 'listening')
}
