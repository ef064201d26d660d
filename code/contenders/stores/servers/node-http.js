import http from 'node:http'
import { missing, type, wordAt } from '../words.js'

/** @param {(word: string) => string | Promise<string>} get */
export function start(get, { host, port }) {
  const server = http.createServer(async (req, res) => {
    const word = wordAt.get(req.url)
    const body = word === undefined ? missing : await get(word)
    res.writeHead(word === undefined ? 404 : 200, {
      'content-type': type,
      'content-length': Buffer.byteLength(body),
    })
    res.end(body)
  })
  server.listen(port, host)
}
