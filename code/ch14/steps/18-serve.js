import { serve } from 'velocy/cluster'

const app = new URL('./14-app.js', import.meta.url)
const port = Number(process.env.PORT ?? 8080)
const cluster = await serve(app, { port, workers: 2 })
cluster.on('close', () => console.log('Closed'))
console.log(`Listening on ${cluster.url}`)
