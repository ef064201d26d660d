/** What slow.js tries: node slow-server.js node-http|velocy-net|velocy-http FOLDER */
import { Buffer } from 'node:buffer'
import http from 'node:http'
import process from 'node:process'

const [, , kind, folder] = process.argv
const { HOST, PORT, LIMITS = '{}' } = process.env
const limits = JSON.parse(LIMITS)
const large = Buffer.alloc(4 * 1024 * 1024)

/**
 * @param {http.IncomingMessage} req
 * @param {http.ServerResponse} res
 */
function answer(req, res) {
  if (req.url === '/large') {
    res.writeHead(200, { 'content-length': large.length })
    return res.end(large)
  }
  req.on('error', () => {})
  req.resume()
  req.on('end', () => {
    res.writeHead(200, { 'content-length': 2 })
    res.end('ok')
  })
}

async function create() {
  if (kind === 'node-http') {
    const { sendTimeout: _, ...known } = limits
    const connectionsCheckingInterval = 500
    return http.createServer({ ...known, connectionsCheckingInterval }, answer)
  }
  const { createServer } = await import(`${folder}/lib/index.js`)
  const engine = kind.slice('velocy-'.length)
  const handler = { handle: answer, fail: answer, compile() {} }
  return createServer(handler, { ...limits, engine })
}

const server = await create()
server.listen(Number(PORT), HOST)
