import { createServer, Router } from '../lib/index.js'
import { files } from '../lib/middleware/files.js'

const router = new Router()
router.get('/songs/*', files('songs', { precompressed: true }))

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
