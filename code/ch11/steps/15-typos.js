import { Router } from '../lib/index.js'

/** @import { Middleware } from '../lib/index.js' */

/** @type {Middleware<{ user: string }>} */
const authenticate = (req) => {
  req.user = 'farah'
}

/** @type {Middleware<{ isStaff: boolean }, { user: string }>} */
const rank = (req) => {
  req.isStaff = req.user === 'farah'
}

const router = new Router()
router.get('/fine', authenticate, rank, (req) => req.isStaff)
// @ts-expect-error: nobody has said who it is.
router.get('/rank', rank, (req) => req.isStaff)
// @ts-expect-error: there is no usr.
router.get('/user', authenticate, (req) => req.usr)
// @ts-expect-error: this route has no middleware.
router.get('/none', (req) => req.user)

console.log(`${router}`)
