import { Child } from '../lib/cluster/child.js'

const app = new URL('./09-app.js', import.meta.url).href
const times = { readyTimeout: 4000, drainTimeout: 1000, heartbeat: 60_000 }
const listen = { port: 0 }

for (const data of ['slow', 'broken', 'stuck']) {
  const start = { id: 1, generation: 0, app, data, server: {}, listen, times }
  const child = new Child(start)
  try {
    await child.ready
    const response = await fetch(`http://localhost:${child.address?.port}/`)
    console.log(`${data}: ${await response.text()}`)
    await child.kill('kill')
  } catch (error) {
    console.log(`${data}: ${String(error).split('\n')[0]}`)
  }
}
