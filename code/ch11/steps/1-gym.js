import { createServer, Router, VelocyError } from '../lib/index.js'

/** @type {(req: import('../lib/index.js').Request) => void} */
const staffOnly = (req) => {
  if (req.headers.authorization === 'Bearer farah') return
  throw new VelocyError('ERR_GYM_STAFF_ONLY', 'staff only', { status: 401 })
}

const router = new Router()

router.get('/admin/members', (req) => {
  const start = performance.now()
  staffOnly(req)
  const members = ['Aya', 'Ben']
  console.log(`${req.path}: ${(performance.now() - start).toFixed(1)} ms`)
  return members
})

router.get('/admin/export', (req) => {
  const start = performance.now()
  const lines = 'Aya;+33 6 01\nBen;+33 6 02\n'
  console.log(`${req.path}: ${(performance.now() - start).toFixed(1)} ms`)
  return lines
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
