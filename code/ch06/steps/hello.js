import { createServer, Router } from 'velocy'

const router = new Router()
router.get('/hello', (_req, res) => res.text('hello'))

createServer(router).listen(Number(process.env.PORT ?? 8080), () => {
  console.log('Listening on http://localhost:8080')
})
