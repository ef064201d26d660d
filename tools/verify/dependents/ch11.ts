import { type Middleware, Router } from 'velocy'
import { inject } from 'velocy/testing'

interface User {
  name: string
}

const authenticate: Middleware<{ user: User }> = (req, _res, next) => {
  req.user = { name: 'Ada' }
  return next()
}
const rank: Middleware<{ isStaff: boolean }, { user: User }> = (req) => {
  req.isStaff = req.user.name === 'Ada'
}

const members = new Router<{ user: User }>()
members.get('/me', (req) => req.user.name)

export const router = new Router()
  .use(authenticate)
  .get('/rank', { bodyLimit: 1024 }, rank, (req) => ({ staff: req.isStaff }))
  .group('/admin', (admin) => admin.get('/', (req) => req.user.name))
  .mount('/members', members)

// @ts-expect-error: nothing in front of the mount adds a user.
new Router().mount('/members', members)
// @ts-expect-error: the property is called user.
router.get('/typo', (req) => req.usr)
// @ts-expect-error: rank needs a user.
new Router().get('/rank', rank, (req) => req.isStaff)

export const status: Promise<number> = inject(router, { path: '/rank' }).then(
  (answer) => answer.status,
)
