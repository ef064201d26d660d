import { Router } from 'velocy'
import { ask } from './ask.js'

const router = new Router({ onError: () => console.log('onError') })

router.use(async (_req, _res, next) => {
  console.log('timer starts')
  try {
    return await next()
  } finally {
    console.log('timer stops')
  }
})

router.use(async (_req, _res, next) => {
  console.log('lock opens')
  if (Math.PI > 3) throw new Error('no database')
  const answer = await next()
  console.log('lock closes')
  return answer
})

router.get('/', () => {
  console.log('handler')
  return 'done'
})

await ask(router, '/')
