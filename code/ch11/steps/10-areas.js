import { createServer, Router } from '../lib/index.js'

/** @type {import('../lib/index.js').Middleware} */
const staffOnly = (req, res) => {
  if (req.headers.authorization === 'Bearer farah') return
  res.text('Staff only\n', 401)
}

const router = new Router({ notFound: () => 'Nothing on this wall\n' })
router.get('/hours', () => 'Open from 9 to 22\n')
const options = {
  notFound: (/** @type {any} */ { params }) => `Not in ${params.gym}\n`,
}
router.group('/:gym/admin', options, (admin) => {
  admin.use(staffOnly)
  admin.get('/members', () => 'Aya, Ben\n')
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
