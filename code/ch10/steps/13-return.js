import { createServer, Router } from '../lib/index.js'

const router = new Router()

router.get('/hours', () => 'Nine to six\n')
router.get('/orders/:id', (req) => ({ order: req.params.id, bags: 2 }))
router.get('/stock/:name', async (req) => findBags(req.params.name))
router.post('/orders', (_req, res) => {
  res.statusCode = 201
  return { order: 42 }
})

/** @param {string} name */
async function findBags(name) {
  return name === 'santos' ? 5 : null
}

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
