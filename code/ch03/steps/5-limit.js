import http from 'node:http'
import { readBody } from '../lib/body.js'

http
  .createServer(async (req, res) => {
    try {
      const body = await readBody(req, { limit: 10 })
      res.end(`${body.length} bytes\n`)
    } catch (error) {
      const { status, message } = /** @type {any} */ (error)
      res.writeHead(status)
      res.end(`${message}\n`)
    }
  })
  .listen(Number(process.env.PORT ?? 8080), () => {
    console.log('Listening on http://localhost:8080')
  })
