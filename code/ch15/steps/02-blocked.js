import { primes } from '../demo/primes.js'
import { createServer, Router } from '../lib/index.js'

const router = new Router()
router.get('/hello', () => 'hello')
router.get('/primes/:below', (req) => `${primes(Number(req.params.below))}\n`)

createServer(router).listen(8080, '127.0.0.1', () => {
  console.log('Listening on http://localhost:8080')
})
