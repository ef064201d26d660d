import http from 'node:http'
import { readBody } from '../lib/http/body.js'

/** @type {Buffer} */
let note = Buffer.from('milk\n')

/**
 * @param {http.IncomingMessage} req
 * @param {http.ServerResponse} res
 */
async function handle(req, res) {
  if (req.method === 'PUT') {
    note = await readBody(req)
    res.writeHead(204).end()
  } else {
    res.end(note)
  }
}

const { PORT = '8080' } = process.env
const server = http.createServer((req, res) =>
  // Such as a body that is too large, of which the rest is still coming.
  handle(req, res).catch(({ status = 500, message }) =>
    res.writeHead(status, { connection: 'close' }).end(`${message}\n`),
  ),
)
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
