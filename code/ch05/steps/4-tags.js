import { createHash } from 'node:crypto'
import http from 'node:http'
import { readBody } from '../lib/http/body.js'
import { evaluateConditions } from '../lib/http/conditions.js'

/** @type {Buffer} */
let note = Buffer.from('milk\n')

/** @param {Buffer} bytes */
const tagOf = (bytes) =>
  `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 8)}"`

/**
 * @param {http.IncomingMessage} req
 * @param {http.ServerResponse} res
 */
async function handle(req, res) {
  const { method = '', headers } = req
  const body = method === 'PUT' ? await readBody(req) : note
  // From here to the end nothing waits, so no other request comes in between.
  const outcome = evaluateConditions(method, headers, { etag: tagOf(note) })
  if (outcome !== 'ok') {
    res.writeHead(outcome, { etag: tagOf(note) }).end()
  } else if (method === 'PUT') {
    note = body
    res.writeHead(204, { etag: tagOf(note) }).end()
  } else {
    res.setHeader('etag', tagOf(note)).end(note)
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
