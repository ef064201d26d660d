import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'

/** @param {string} way */
export async function start(way, { host, port, velocy }) {
  const load = (name) =>
    import(pathToFileURL(path.resolve(velocy, 'lib', name, 'index.js')).href)
  const { createServer, Router } = await load('')
  const { acceptWebSocket, events, Room } = await load('realtime')
  const room = way === 'broadcast' ? new Room() : null
  const router = new Router().get('/ws', (req, res) => {
    const socket = acceptWebSocket(req, res)
    room?.add(socket)
    const to = room ?? socket
    socket.onmessage = ({ data }) => void to.send(data)
  })
  router.get('/events', (req, res) => void events(req, res))
  const { VELOCY_ENGINE: engine = 'net' } = process.env
  createServer(router, { engine }).listen(port, host)
}
