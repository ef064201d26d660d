/**
 * A handler of node:http that the cases can be sent to: it answers with what it
 * has seen, bytes as latin1, so that nothing is lost.
 */
import { Buffer } from 'node:buffer'
import process from 'node:process'

/** @param {import('node:http').ServerResponse} res @param {string} body */
function send(res, body) {
  res.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
}

/**
 * @param {import('node:http').IncomingMessage} req
 * @param {import('node:http').ServerResponse} res
 */
export function mirror(req, res) {
  const { method, url: target } = req
  if (target === '/early') return send(res, '{}')
  /** @type {Buffer[]} */
  const chunks = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => {
    const body = Buffer.concat(chunks).toString('latin1')
    const seen = JSON.stringify({ method, target, fields: req.headers, body })
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
}

/**
 * With UPGRADES in the environment it takes upgrades and tunnels, and sends
 * back what comes through them.
 *
 * @param {import('node:http').Server} server
 */
export function takeUpgrades(server) {
  if (!process.env.UPGRADES) return
  /** @param {string} head @returns {(...args: any[]) => void} */
  const answer = (head) => (_req, socket, first) => {
    socket.on('error', () => socket.destroy())
    socket.write(head)
    socket.write(first)
    socket.pipe(socket)
  }
  const switched =
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: mirror\r\n\r\n'
  server.on('upgrade', answer(switched))
  server.on('connect', answer('HTTP/1.1 200 OK\r\n\r\n'))
}
