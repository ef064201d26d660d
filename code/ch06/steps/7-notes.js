import { createServer, Router } from '../lib/index.js'

const router = new Router()

router.get('/notes', (_req, res) => res.text('buy milk\n'))
router.post('/notes', (_req, res) => res.text('Saved\n', 201))
router.get('/broken', () => {
  throw new Error('the notes are on fire')
})

createServer(router).listen(Number(process.env.PORT ?? 8080), () => {
  console.log('Listening on http://localhost:8080')
})
