import { createServer, Router } from '../lib/index.js'

const router = new Router()
router.group('/members', (members) => {
  members.get('/:id', () => 'Aya')
})
router.get('/members/:member', () => 'Ben')

createServer(router).listen(8080)
