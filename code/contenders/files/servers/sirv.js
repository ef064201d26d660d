import { createServer } from 'node:http'
import sirv from 'sirv'

/** @param {string} folder */
export function start(folder, { host, port }) {
  const serve = sirv(folder, { etag: true })
  createServer((req, res) => {
    req.url = req.url.replace(/^\/static/, '')
    serve(req, res, () => res.writeHead(404).end())
  }).listen(port, host)
}
