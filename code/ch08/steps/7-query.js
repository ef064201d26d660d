import { createServer, Router } from '../lib/index.js'

const router = new Router()
router.get('/search', (req, res) => {
  res.json({ query: req.query, first: req.queryParams.get('q') })
})

createServer(router).listen(Number(process.env.PORT ?? 8080), () => {
  console.log('Listening on http://localhost:8080')
})
