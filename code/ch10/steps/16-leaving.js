import { once } from 'node:events'
import http from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'

const onError = (/** @type {unknown} */ error) => console.log(String(error))
const router = new Router({ onError })

router.get('/roast', async function* () {
  try {
    for (let second = 1; ; second++) {
      yield `second ${second}`
      await setTimeout(100)
    }
  } finally {
    console.log('The roaster is off')
    server.close()
  }
})

const server = createServer(router).listen(0)
await once(server, 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)
http.get(`http://localhost:${port}/roast`, (response) => {
  response.once('data', (chunk) => {
    console.log(`The client got "${chunk}", and leaves`)
    response.destroy()
  })
})
