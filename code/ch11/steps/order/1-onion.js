import { Router } from 'velocy'
import { ask } from './ask.js'

const router = new Router()

router.use(async (_req, _res, next) => {
  console.log('outer layer, before')
  const answer = await next()
  console.log('outer layer, after')
  return answer
})

router.use(async (_req, _res, next) => {
  console.log('inner layer, before')
  const answer = await next()
  console.log('inner layer, after')
  return answer
})

router.get('/', () => {
  console.log('handler')
  return 'done'
})

await ask(router, '/')
