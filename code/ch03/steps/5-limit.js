import http from 'node:http'
import { VelocyError } from '../lib/common/errors.js'
import { readBody } from '../lib/http/body.js'

http
  .createServer(async (req, res) => {
    try {
      const body = await readBody(req, { limit: 10 })
      res.end(`${body.length} bytes\n`)
    } catch (error) {
      const isTheirs = error instanceof VelocyError && error.expose
      res.writeHead((isTheirs && error.status) || 500)
      res.end(isTheirs ? `${error.message}\n` : 'Internal Server Error\n')
    }
  })
  .listen(Number(process.env.PORT ?? 8080), () => {
    console.log('Listening on http://localhost:8080')
  })
