import { createServer, Router, VelocyError } from '../lib/index.js'

const router = new Router({
  onError: (_error, _req, res) => res.json({ error: res.statusCode }),
})

router.get('/orders/:id', (req) => {
  const message = `There is no order ${req.params.id}`
  throw new VelocyError('SHOP_NO_ORDER', message, { status: 404 })
})

router.get('/roast', (_req, res) => {
  res.setHeader('access-control-allow-origin', '*')
  res.setHeader('cache-control', 'max-age=3600')
  throw new VelocyError('SHOP_BUSY', 'The roaster is busy', {
    status: 503,
    headers: { 'retry-after': '60' },
  })
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
