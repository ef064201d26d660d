import { createServer, Router } from '../lib/index.js'

const router = new Router()

router.get('/members', () => 'Aya, Ben\n')

router.use((_req, res, next) => {
  res.setHeader('x-gym', 'open')
  return next()
})

router.post('/members', (_req, res) => res.text('saved\n', 201))

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
