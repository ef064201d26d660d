import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import {
  createLogger,
  createServer,
  Router,
  VelocyError,
} from '../lib/index.js'

const log = createLogger({ destination: { write } })
const router = new Router({ onError: (error) => log.error(error) })

router.get('/stock', async () => {
  try {
    return JSON.parse(await readFile('stock.json', 'utf8'))
  } catch (cause) {
    throw new VelocyError('SHOP_STOCK', 'Cannot read the stock', { cause })
  }
})

/** @param {string} line */
function write(line) {
  for (let { err } = JSON.parse(line); err; err = err.cause) {
    console.log(err.code, err.message)
  }
  return true
}

const server = createServer(router).listen(0)
await once(server, 'listening')
const { port } = /** @type {import('node:net').AddressInfo} */ (
  server.address()
)
const response = await fetch(`http://localhost:${port}/stock`)
console.log(response.status, await response.text())
server.close()
