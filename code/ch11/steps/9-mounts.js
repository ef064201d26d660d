import { createServer, Router } from '../lib/index.js'

/** @type {(name: string) => import('../lib/index.js').Middleware} */
const note = (name) => async (_req, _res, next) => {
  console.log(`${name} in`)
  await next()
  console.log(`${name} out`)
}

const bookings = new Router()
bookings.use(note('bookings'))
bookings.get('/', ({ params }) => params)

const router = new Router()
router.use(note('gym'))
router.group('/members/:member', (member) => {
  member.use(note('member'))
  member.get('/', ({ params }) => params)
  member.mount('/bookings', bookings)
})
router.mount('/bookings', bookings)
bookings.get('/:day', ({ params }) => params)

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
