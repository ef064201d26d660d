import { Router } from 'velocy'
import { ask } from './ask.js'

const router = new Router({ onError: () => console.log('onError') })

router.use(async (_req, _res, next) => {
  console.log('timer starts')
  const answer = await next()
  console.log('timer stops')
  return answer
})

router.use(async (_req, res, next) => {
  try {
    const answer = await next()
    console.log('all is well')
    return answer
  } catch {
    console.log('caught')
    return res.text('later', 503)
  }
})

router.get('/', () => {
  console.log('handler')
  throw new Error('no database')
})

await ask(router, '/')
