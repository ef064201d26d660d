import http from 'node:http'
import { createServer, Router } from '../lib/index.js'

/** @type {unknown[]} */
const seen = []

/** @type {(req: any, res: any, next: () => void) => void} */
function curious(req, res, next) {
  const { writeHead, end } = res
  seen.push(req instanceof http.IncomingMessage, req.headers.te)
  res.writeHead = (/** @type {any[]} */ ...args) => {
    res.setHeader('x-seen', 'yes')
    return writeHead.apply(res, args)
  }
  res.end = (/** @type {any[]} */ ...args) => {
    seen.push(args[0].length, res.headersSent)
    return end.apply(res, args)
  }
  res.on('finish', () => seen.push(res.statusCode, res.writableFinished))
  next()
}

const engine = /** @type {'net' | 'http'} */ (process.argv[2])
const router = new Router().use(curious).get('/hey', () => 'hey')
const server = createServer(router, { engine }).listen(0, () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const options = { port, path: '/hey', headers: { te: 'trailers' } }
  http.get({ ...options, agent: false }, (answer) => {
    seen.push(answer.headers['x-seen'])
    answer.resume()
    server.close(() => console.log(seen.join(' ')))
  })
})
