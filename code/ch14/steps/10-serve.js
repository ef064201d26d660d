import { serve } from 'velocy/cluster'

const app = new URL('./07-app.js', import.meta.url)
const port = Number(process.env.PORT ?? 8080)
const cluster = await serve(app, { port, workers: 3 })
for (const { id, state } of cluster.workers) console.log(`${id}: ${state}`)
console.log(`Listening on ${cluster.url}`)
