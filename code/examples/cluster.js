import { serve } from 'velocy/cluster'

const app = new URL('cluster-app.js', import.meta.url)
const cluster = await serve(app, { port: 0, workers: 2, signals: false })

const first = await fetch(cluster.url)
console.log(await first.text()) // visit 1
const second = await fetch(cluster.url)
console.log(await second.text()) // visit 2

await cluster.close()
