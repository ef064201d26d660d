import http from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { serve } from 'velocy/cluster'

const app = new URL('./12-app.js', import.meta.url)
const cluster = await serve(app, { port: 0, workers: 2, hungAfter: 2000 })
cluster.on('ready', ({ id }) => console.log(`Worker ${id} is ready`))

/** @param {string} path which is asked for over a connection of its own */
const ask = (path) =>
  new Promise((resolve) => {
    const signal = AbortSignal.timeout(6000)
    const request = http.get(cluster.url + path, { agent: false, signal })
    request.on('response', (response) => resolve(text(response)))
    request.on('error', (error) => resolve(`no answer: ${error.message}`))
  })

const answers = [ask(`/boats/${'a'.repeat(40)}!`)]
await wait(1000)
for (const path of ['/', '/', '/']) answers.push(ask(path))
const [first, ...others] = await Promise.all(answers)
console.log('The first:', first)
console.log('The others:', others.sort().join(', '))
if (cluster.workers[0].state !== 'ready') {
  await new Promise((resolve) => cluster.once('ready', resolve))
}
await cluster.kill()
