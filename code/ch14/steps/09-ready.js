import { Child, setUpWorkers } from '../lib/cluster/child.js'
import { settingsOf } from '../lib/cluster/options.js'

const url = new URL('./09-app.js', import.meta.url)
const settings = settingsOf(url, { readyTimeout: 4000 })
setUpWorkers(settings)
const { app } = settings
const times = { heartbeat: 1000, drainTimeout: 1000 }
const listen = { port: 0 }

for (const data of ['slow', 'broken', 'stuck']) {
  const start = { id: 1, generation: 0, app, data, listen, ...times }
  const child = new Child(start, settings)
  try {
    await child.ready
    const response = await fetch(`http://localhost:${child.address?.port}/`)
    console.log(`${data}: ${await response.text()}`)
    await child.kill('kill')
  } catch (error) {
    console.log(`${data}: ${String(error).split('\n')[0]}`)
  }
}
