import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { Router } from 'velocy'
import { serve } from 'velocy/cluster'

const app = () => new Router().get('/', () => 'hello')
const cluster = await serve(app, { port: 0, workers: 2, heartbeat: 50 })

/** @returns {Promise<void>} */
const ask = () =>
  new Promise((resolve) => {
    const request = http.get(cluster.url, { agent: false })
    request.on('response', (res) => res.resume().on('end', resolve))
  })

async function show() {
  await setTimeout(200)
  const { workers, total } = cluster.metrics()
  const each = workers.map(({ id, requests }) => `${id}: ${requests}`)
  console.log(`${each.join(', ')}, all: ${total.requests}`)
}

for (let i = 0; i < 30; i++) await ask()
await show()
await cluster.reload()
await show()
await cluster.close()
