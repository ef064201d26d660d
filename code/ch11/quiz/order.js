import { Router } from 'velocy'
import { ask } from './ask.js'

const router = new Router()

router.get(
  '/',
  () => console.log('three'),
  () => {
    console.log('handler')
    return 'done'
  },
)
router.use(async (_req, _res, next) => {
  console.log('one')
  await next()
  console.log('two')
})
router.use(() => console.log('four'))

await ask(router, '/')
