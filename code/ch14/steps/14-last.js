import { once } from 'node:events'
import { serve } from 'velocy/cluster'
import { ask } from './14-ask.js'

const app = new URL('./14-app.js', import.meta.url)
const options = { port: 0, workers: 1, drainTimeout: 2000 }
const cluster = await serve(app, options)
const ended = once(cluster, 'exit')

const paths = ['/ticket/500', '/departures', '/ticket/60000']
const answers = await Promise.all(paths.map((path) => ask(cluster.url + path)))
if (process.argv[2] === 'kill') cluster.kill()
else cluster.close()
for (const [i, whole] of answers.entries()) {
  console.log(`${paths[i]}: ${await whole()}`)
}
const [{ reason }] = await ended
console.log('The worker has ended:', reason)
