import { createServer, Router, VelocyError } from '../lib/index.js'

const router = new Router({ problems: true })

router.post('/orders', async (req) => {
  const { bags } = /** @type {{ bags: number }} */ (await req.json())
  if (bags > 5) {
    const message = `There are 5 bags, and you want ${bags}`
    throw new VelocyError('SHOP_NO_STOCK', message, { status: 409 })
  }
  return { bags }
})

router.get('/stock', () => {
  throw new Error('Wrong password for stock.db')
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
