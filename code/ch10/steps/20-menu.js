import { createServer, Router } from '../lib/index.js'

const router = new Router()
const menu = ['santos', 'sumatra']

router.get('/menu', (_req, res) => res.json(menu, { etag: true }))
router.post('/menu', (_req, res) => {
  menu.push('kenya')
  return res.json(menu, { status: 201 })
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
