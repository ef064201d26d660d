import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { get } from 'node:http'
import { PATH, port } from './08-server.js'

const [, , way] = process.argv
const [response] = await once(get({ port, path: `/${way}` }), 'response')
truncateSync(PATH, 0)

const say = (what) => {
  console.log(what)
  process.exit()
}
setTimeout(say, 3000, 'still waiting for the rest')
response.resume().once('error', ({ code }) => say(code))
