import { publish, serve, subscribe } from '../lib/cluster/index.js'
import { Router } from '../lib/index.js'
import { acceptWebSocket, Room } from '../lib/realtime/index.js'

export default function app() {
  const router = new Router()
  for (const pier of ['town', 'market', 'lighthouse']) {
    const room = new Room()
    subscribe(pier, (text) => room.send(text))
    router.get(`/radio/${pier}`, (req, res) => {
      const socket = acceptWebSocket(req, res)
      socket.onmessage = ({ data }) => publish(pier, data)
      room.add(socket)
    })
  }
  return router
}

if (import.meta.main) {
  const { PORT = '8080' } = process.env
  const port = Number(PORT)
  const cluster = await serve(import.meta.url, { port, workers: 2 })
  console.log(`Listening on ${cluster.url}`)
}
