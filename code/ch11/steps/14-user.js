import { createServer, Router, VelocyError } from '../lib/index.js'

/** @import { Middleware } from '../lib/index.js' */

/** @typedef {{ name: string, isStaff: boolean }} User */

/** @type {Middleware<{ user: User }>} */
const authenticate = (req) => {
  const name = req.headers.authorization?.slice('Bearer '.length)
  if (!name) throw new VelocyError('ERR_GYM_NO_NAME', 'who?', { status: 401 })
  req.user = { name, isStaff: name === 'farah' }
}

/** @type {Middleware<{}, { user: User }>} */
const staffOnly = (req) => {
  if (req.user.isStaff) return
  throw new VelocyError('ERR_GYM_STAFF_ONLY', 'staff only', { status: 403 })
}

const router = new Router()
  .use(authenticate)
  .get('/me', (req) => req.user)
  .get('/export', staffOnly, (req) => `Made for ${req.user.name}\n`)

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
