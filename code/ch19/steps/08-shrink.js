import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { get } from 'node:http'
import { PATH, port } from './08-server.js'

const [, , way] = process.argv
const [response] = await once(get({ port, path: `/${way}` }), 'response')
truncateSync(PATH, 0)

response.resume().once('error', (/** @type {any} */ error) => {
  console.log(error.code)
  process.exit()
})
setTimeout(() => {
  console.log('still waiting for the rest')
  process.exit()
}, 3000)
