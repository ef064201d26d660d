import { Router } from 'velocy'
import { ask } from './ask.js'

const router = new Router()

router.use(async (_req, _res, next) => {
  console.log(await next())
})
router.use(async (_req, _res, next) => {
  const answer = await next()
  return `${answer}, said twice: ${answer}`
})
router.use(async (_req, _res, next) => {
  next()
})
router.get('/', async () => 'hello')

await ask(router, '/')
