import { createServer, Router } from '../lib/index.js'

const router = new Router().use((_req, res, next) => {
  setTimeout(() => {
    if (!res.headersSent) res.text('Too slow\n', 503)
  }, 100)
  return next()
})

router.get('/pay', (_req, res) => {
  setTimeout(() => {
    res.setHeader('content-type', 'text/plain')
    res.end('Paid\n')
  }, 200)
})

const { PORT = '8080' } = process.env
createServer(router).listen(Number(PORT), () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
