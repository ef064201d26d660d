import { createServer, Router } from '../lib/index.js'
import { files } from '../lib/middleware/files.js'

const router = new Router()
router.get('/songs/*', files('songs'))
router.group('/songs/nests', (nests) => {
  nests.get('/*', (_req, res) => res.text('Wardens only\n', 403))
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
