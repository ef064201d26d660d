import { createReadStream } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { createServer, Router } from '../lib/index.js'

const router = new Router()

router.get('/package', () => createReadStream('package.json'))
router.get('/lost', () => createReadStream('lost.json'))
router.get('/roast', roast)

async function* roast() {
  for (const state of ['green', 'yellow', 'brown']) {
    yield `${state}\n`
    await setTimeout(100)
  }
  throw new Error('The roaster is on fire')
}

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
