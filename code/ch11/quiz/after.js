import { Router } from 'velocy'
import { ask } from './ask.js'

const router = new Router({ onError: () => console.log('onError') })

router.use(async (_req, _res, next) => {
  console.log('timer starts')
  const answer = await next()
  console.log('timer stops')
  return answer
})

router.use(async (_req, _res, next) => {
  console.log('bill opens')
  await next()
  console.log('bill closes')
  throw new Error('no printer')
})

router.get('/', () => {
  console.log('handler')
  return 'done'
})

await ask(router, '/')
