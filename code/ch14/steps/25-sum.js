import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { serve } from 'velocy/cluster'

const app = new URL('./15-app.js', import.meta.url)
const cluster = await serve(app, { port: 0, workers: 2, hungAfter: 2000 })

async function show() {
  // Workers tell their figures every 200 ms.
  await setTimeout(500)
  const { workers, total } = cluster.metrics()
  const each = workers.map(({ id, requests }) => `${id}: ${requests}`)
  console.log(`${each.join(', ')}, all: ${total.requests}`)
}

for (let i = 0; i < 30; i++) {
  await new Promise((resolve) => {
    const request = http.get(cluster.url, { agent: false })
    request.on('response', (res) => res.resume().on('end', resolve))
  })
}
await show()
await cluster.reload()
await show()
await cluster.close()
