import net from 'node:net'
import { Connection } from '../lib/engine/connection.js'
import { askTwice, handler } from './09-seats.js'
import { Request, Response } from './tiny.js'

const parts = {
  now: 0,
  limits: { maxHeaderSize: 16_384 },
  Request,
  Response,
  /** @type {(connection: unknown, head: unknown, req: Request, res: Response) => void} */
  dispatch: (_connection, _head, req, res) => void handler(req, res),
}
const engine = /** @type {any} */ (parts)

const server = net.createServer((socket) => {
  const connection = new Connection(socket, engine)
  socket.on('data', (/** @type {Buffer} */ chunk) => connection.take(chunk))
})
server.listen(0, '127.0.0.1', () => askTwice(server))
