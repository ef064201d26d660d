import { createClient } from 'redis'
import { publish, serve, subscribe } from '../lib/cluster/index.js'
import { Router } from '../lib/index.js'
import { events } from '../lib/realtime/events.js'

export default function app() {
  const phones = new Set()
  subscribe('board', (text) => {
    for (const phone of phones) phone.send(text)
  })
  const router = new Router()
  router.get('/board', (req, res) => {
    const phone = events(req, res)
    phones.add(phone)
    phone.closed.then(() => phones.delete(phone))
  })
  router.post('/board', async (req) => {
    publish('for all', await req.text())
    return `phones: ${phones.size}\n`
  })
  return router
}

if (import.meta.main) {
  const { PORT = '8080', REDIS_URL: url } = process.env
  const sender = createClient({ url }).on('error', console.error)
  const receiver = sender.duplicate().on('error', console.error)
  await Promise.all([sender.connect(), receiver.connect()])
  subscribe('for all', (text) => sender.publish('board', text))
  await receiver.subscribe('board', (text) => publish('board', text))
  const port = Number(PORT)
  const cluster = await serve(import.meta.url, { port, workers: 2 })
  console.log(`Listening on ${cluster.url}`)
  cluster.once('close', () => [sender, receiver].map((one) => one.destroy()))
}
