import { createGzip } from 'node:zlib'
import { createServer, Router } from '../lib/index.js'
import { compress } from '../lib/middleware/compress.js'

const recordings = Array.from({ length: 1000 }, (_, id) => ({
  id,
  bird: ['tui', 'kaka', 'kokako'][id % 3],
  seconds: 20 + ((id * 7919) % 601),
}))
const EVENTS = { 'content-type': 'text/event-stream' }

const router = new Router().use(compress())
router.get('/list', () => recordings)
router.get('/one', () => recordings[0])
router.get('/events', (_req, res) => {
  res.writeHead(200, EVENTS).write('data: kokako\n\n')
})
router.get('/naive', (_req, res) => {
  res.writeHead(200, { ...EVENTS, 'content-encoding': 'gzip' })
  const gzip = createGzip()
  gzip.pipe(res)
  gzip.write('data: kokako\n\n')
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
