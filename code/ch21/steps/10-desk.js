import { setTimeout as sleep } from 'node:timers/promises'
import {
  createLogger,
  createServer,
  logRequests,
  Router,
} from '../lib/index.js'

const { PORT = '8080', MACHINE: machine } = process.env
const log = createLogger({ fields: { machine } })
/** @param {any} error */
const onError = (error) => log.error(error.message)
const router = new Router({ onError })

let free = 3

router.post('/bookings', async (req) => {
  const { seats } = /** @type {any} */ (await req.json())
  await reserve(seats)
  return { seats }
})

/** @param {number} seats */
async function reserve(seats) {
  log.info('looking', { free })
  await sleep(500)
  if (seats > free) throw new Error('Sold out')
  free -= seats
}

const server = createServer(router)
logRequests(server, log)
server.listen(Number(PORT), '127.0.0.1', () => {
  const { port } = /** @type {any} */ (server.address())
  console.log(`Listening on http://localhost:${port}`)
})
