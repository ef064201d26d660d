import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../lib/cluster/index.js'

const app = new URL('./11-stars.js', import.meta.url)
const cluster = await serve(app, { port: 0, workers: 2 })

/**
 * On a connection of its own, so that both workers have their turn.
 *
 * @param {string} path
 */
async function get(path) {
  const headers = { connection: 'close' }
  return (await fetch(cluster.url + path, { headers })).text()
}

/** @param {number} times */
async function ask(times) {
  for (let i = 0; i < times; i++) await get(`/stars/${i}`)
  // The other worker tells what it has counted with its next heartbeat.
  await sleep(1500)
  const lines = (await get('/metrics')).split('\n')
  console.log(lines.find((line) => /_count.*stars/.test(line)))
}

await ask(100)
process.kill(Number(cluster.workers[0].pid), 'SIGKILL')
await once(cluster, 'ready')
await ask(20)
await cluster.close()
