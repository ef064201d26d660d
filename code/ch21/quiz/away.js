import { Router } from '../lib/index.js'
import { rateLimit } from '../lib/middleware/index.js'
import { inject } from '../lib/testing/inject.js'

const store = {
  take: async () => {
    throw new Error('Redis is away')
  },
}

const machines = ['kudu', 'oryx'].map((name) => {
  const router = new Router()
  router.use(rateLimit({ limit: 5, window: 60_000, store }))
  router.get('/', () => name)
  return router
})

let answered = 0
for (let i = 0; i < 20; i++) {
  const { status } = await inject(machines[i % 2], { path: '/' })
  if (status === 200) answered++
}
console.log(answered)
