import { createServer, Router } from '../lib/index.js'

const router = new Router()
router.get('/songs/*', (req, res) =>
  res.file(req.params['*'], { root: 'songs' }),
)

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
