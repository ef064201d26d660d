import { Router } from '../lib/index.js'

/** @type {import('../lib/index.js').Middleware} */
const staffOnly = (req, res) => {
  if (req.headers.authorization === 'Bearer farah') return
  res.text('Staff only', 401)
}

export const router = new Router()
router.get('/hours', () => 'Open from 9 to 22')
router.group('/admin', (admin) => {
  admin.use(staffOnly)
  admin.get('/export', () => 'Aya;+33 6 01')
  admin.post('/members', async (req, res) => {
    res.statusCode = 201
    return { added: await req.json() }
  })
})
