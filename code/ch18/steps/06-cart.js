import { createServer, Router } from '../lib/index.js'
import { sessions } from '../lib/middleware/sessions.js'

const router = new Router().use(sessions())

router.get('/cart', ({ session }) => session.data.cart ?? [])

router.post('/cart/:item', async ({ session, params }) => {
  const { cart = [] } = session.data
  await session.set({ cart: [...cart, params.item] })
  return session.data.cart
})

router.post('/login/:user', async ({ session, params }) => {
  await session.begin(params.user)
  return [session.user]
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
