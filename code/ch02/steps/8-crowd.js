import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { start } from '../server.js'
import { needFiles, usage } from './usage.js'

const [clients = 10_000] = process.argv.slice(2).map(Number)
// Each of the two processes has a file open for each connection.
needFiles(clients + 100)

const server = await start({ port: 0 })
const { port } = new URL(server.url)
const alone = usage()
console.log(`no clients: ${alone.mib} MiB, ${alone.threads} threads`)

const file = new URL('./crowd.js', import.meta.url)
// The second process ends after a minute, whatever goes wrong.
const crowd = fork(file, [port, `${clients}`], { timeout: 60_000 })
crowd.once('exit', () => server.close())
await once(crowd, 'message')

const hello = await ask('/hello')
const { mib, threads } = usage()
const each = Math.round(((mib - alone.mib) * 1024) / clients)
console.log(`${clients} clients: ${mib} MiB, ${threads} threads`)
console.log(`each takes ${each} KiB`)
console.log(`one more asks: ${hello}`)

await late()
const before = performance.eventLoopUtilization()
await wait(1000)
const { utilization } = performance.eventLoopUtilization(before)
const busy = (utilization * 100).toFixed(1)
console.log(`a silent second: busy for ${busy} %, ${await late()}`)

console.log(`all ask at once: ${await ask('all')}, ${await late()}`)
crowd.kill()

/** @param {string} path @returns {Promise<string>} */
async function ask(path) {
  crowd.send(path)
  const [text] = await once(crowd, 'message')
  return text
}

/** How late the loop has been since it was last asked. */
async function late() {
  const { loopDelay } = JSON.parse(await ask('/health'))
  return `late by ${Math.round(loopDelay.max)} ms`
}
