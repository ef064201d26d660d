import { createServer, Router } from '../lib/index.js'

const router = new Router()

router.post('/orders', async (req, res) => {
  const { order, bags = 1 } = /** @type {any} */ (await req.json())
  res.json({ order, bags })
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
