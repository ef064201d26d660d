import { boundaryOf, parseMultipart } from '../lib/http/multipart.js'
import { createServer, Router } from '../lib/index.js'

/** @import { Request } from '../lib/index.js' */

/** @param {Request} req */
async function receive(req) {
  const parts = /** @type {{ name: string, bytes: number }[]} */ ([])
  const parser = parseMultipart(boundaryOf(req.headers))
  parser.next()
  for await (const piece of req) {
    let { value: event } = parser.next(piece)
    while (event !== undefined) {
      if (Buffer.isBuffer(event)) parts[parts.length - 1].bytes += event.length
      else if (event !== null) parts.push({ name: event.name, bytes: 0 })
      event = parser.next().value
    }
  }
  parser.next()
  return { parts, memory: memory() }
}

const memory = () =>
  process.memoryUsage.rss() < 250_000_000 ? 'under 250 MB' : 'over 250 MB'

const router = new Router()
const options = { bodyLimit: 1_000_000_000 }
router.post('/songs', options, receive)
router.post('/whole', options, async (req) => {
  const { length } = await req.bytes()
  return { bytes: length, memory: memory() }
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
