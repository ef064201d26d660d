/** Workload A on bare node:http, which may end a connection. */
import http from 'node:http'

/** @param {{ port?: number, host?: string }} options */
export async function start({ port = 8080, host = '127.0.0.1' }) {
  const server = http.createServer((req, res) => {
    const { pathname, searchParams } = new URL(`http://a${req.url}`)
    const name = decodeURIComponent(pathname.slice('/bench/'.length))
    const body = JSON.stringify({ name, id: searchParams.get('id') })
    res.writeHead(200, {
      'x-powered-by': 'benchmark',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    res.end(body)
  })
  server.listen(port, host)
}
