/**
 * A server that the cases can be sent to: it tells in each answer what it has
 * seen. With UPGRADES in the environment it takes upgrades and tunnels, too.
 *
 *     http1-conformance -- node examples/node-http.js
 */
import http from 'node:http'

/** @param {http.ServerResponse} res @param {string} body */
function send(res, body) {
  res.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
}

const server = http.createServer((req, res) => {
  const { method, url: target, headers: fields } = req
  if (target === '/early') return send(res, '{}')
  /** @type {Buffer[]} */
  const chunks = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => {
    const body = Buffer.concat(chunks).toString('latin1')
    const seen = JSON.stringify({ method, target, fields, body })
    if (target === '/later') return setTimeout(() => send(res, seen), 30)
    if (target === '/204' || target === '/304') {
      res.writeHead(Number(target.slice(1)))
      return res.end()
    }
    if (target !== '/chunks') return send(res, seen)
    res.writeHead(200, { 'content-type': 'text/plain' })
    res.write('one ')
    setImmediate(() => res.end('two'))
  })
})

/** @param {string} head @returns {(...args: any[]) => void} */
const tunnel = (head) => (_req, socket, first) => {
  socket.on('error', () => socket.destroy())
  socket.write(head)
  socket.write(first)
  socket.pipe(socket)
}
if (process.env.UPGRADES) {
  const switched =
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: mirror\r\n\r\n'
  server.on('upgrade', tunnel(switched))
  server.on('connect', tunnel('HTTP/1.1 200 OK\r\n\r\n'))
}

const { HOST = '127.0.0.1', PORT = '8080' } = process.env
server.listen(Number(PORT), HOST)
