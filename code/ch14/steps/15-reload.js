import { once } from 'node:events'
import { serve } from 'velocy/cluster'
import { storm } from './15-storm.js'

const app = new URL('./15-app.js', import.meta.url)
const cluster = await serve(app, { port: 0, workers: 3 })
const end = storm(cluster.url)
if (process.argv[2] === 'all') {
  for (const child of cluster.children) child.drain('reload')
  for (let i = 0; i < 3; i++) await once(cluster, 'ready')
} else {
  cluster.on('ready', ({ id }) => console.log(`${id}: a new one is ready`))
  cluster.on('exit', ({ id, reason }) => {
    if (reason === 'reload') console.log(`${id}: the old one is gone`)
  })
  await cluster.reload()
}
const { answered, failed } = await end()
console.log('With an answer:', answered > 0 ? 'many' : 'nobody')
console.log('Without one:', failed > 0 ? 'some' : 'nobody')
await cluster.kill()
