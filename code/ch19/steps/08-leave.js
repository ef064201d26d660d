import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { port } from './08-server.js'

const [, , way, count] = process.argv
const before = readdirSync('/dev/fd').length

const requests = []
for (let i = 0; i < Number(count); i++) {
  const request = get({ port, path: `/${way}`, agent: false })
  await once(request, 'response')
  requests.push(request)
}
const { arrayBuffers } = process.memoryUsage()
console.log(`Buffers: ${Math.round(arrayBuffers / 2 ** 20)} MiB`)

for (const request of requests) request.destroy()
await sleep(1000)
const files = readdirSync('/dev/fd').length - before
console.log(`Files that are still open: ${files}`)
process.exit()
