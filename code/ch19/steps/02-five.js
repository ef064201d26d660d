import { createReadStream } from 'node:fs'
import { createServer, Router } from '../lib/index.js'

const router = new Router()
router.get('/songs/*', (req) => createReadStream(`songs/${req.params['*']}`))

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
