import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { port } from './08-server.js'

const [, , way] = process.argv
const before = readdirSync('/dev/fd').length

for (let i = 0; i < 50; i++) {
  const request = get({ port, path: `/${way}`, agent: false })
  await once(request, 'response')
  request.destroy()
}

await sleep(1000)
console.log(readdirSync('/dev/fd').length - before, 'files are still open')
process.exit()
