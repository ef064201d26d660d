import { Nestable } from '../lib/app/nestable.js'

/** @type {(name: string) => import('../lib/index.js').Middleware} */
const note = (name) => (_req, _res, next) => {
  console.log(name)
  return next()
}

const router = new Nestable({}, {})
router.add('GET', '/hours', () => 'Open from 9 to 22')
router.use(note('timed'))
router.add('GET', '/members', note('staffOnly'), () => 'Aya, Ben')
router.use(note('counted'))

for (const path of ['/hours', '/members']) {
  const { handler } = /** @type {any} */ (router.find('GET', path))
  console.log(path, handler({}, {}))
}
