import { once } from 'node:events'
import http from 'node:http'

/** A large result: a thousand pieces of 16 KiB. */
const COUNT = 1000
const PIECE = Buffer.alloc(16 * 1024, 'x')

http
  .createServer(async (req, res) => {
    let most = 0
    for (let i = 0; i < COUNT; i++) {
      const hasRoom = res.write(PIECE)
      most = Math.max(most, res.writableLength)
      if (!hasRoom && req.url === '/wait') await once(res, 'drain')
    }
    res.end()
    console.log(`${req.url}: at most ${Math.round(most / 1024)} KiB waited`)
  })
  .listen(Number(process.env.PORT ?? 8080), () => {
    console.log('Listening on http://localhost:8080')
  })
