import { createServer, Router, VelocyError } from '../lib/index.js'

/** @type {import('../lib/index.js').Middleware} */
const staffOnly = (req) => {
  if (req.headers.authorization === 'Bearer farah') return
  throw new VelocyError('ERR_GYM_STAFF_ONLY', 'staff only', { status: 401 })
}

/** @type {import('../lib/index.js').Middleware} */
const timed = async (req, _res, next) => {
  const start = performance.now()
  await next()
  const took = performance.now() - start
  console.log(`${req.method} ${req.path}: ${took.toFixed(1)} ms`)
}

const router = new Router()
router.use(timed)
router.get('/hours', () => 'Open from 9 to 22\n')
router.group('/admin', (admin) => {
  admin.get('/members', () => ['Aya', 'Ben'])
  admin.get('/export', () => 'Aya;+33 6 01\nBen;+33 6 02\n')
  admin.use(staffOnly)
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
