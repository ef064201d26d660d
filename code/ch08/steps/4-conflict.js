import { Router } from '../lib/index.js'

const router = new Router()
router.get('/café', (_req, res) => res.text('one'))
try {
  router.get('/caf%c3%a9', (_req, res) => res.text('the other'))
} catch (error) {
  console.log(String(error))
}
