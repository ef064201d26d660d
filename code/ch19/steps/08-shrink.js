import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { get } from 'node:http'
import { PATH, port } from './08-server.js'

const [, , way] = process.argv
const [response] = await once(get({ port, path: `/${way}` }), 'response')
truncateSync(PATH, 0)

setTimeout(() => {
  console.log('Still waiting after two seconds')
  process.exit()
}, 2000)
response.resume()
response.once('error', ({ code }) => {
  console.log(code)
  process.exit()
})
