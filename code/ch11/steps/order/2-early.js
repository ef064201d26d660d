import { Router } from 'velocy'
import { ask } from './ask.js'

const router = new Router()

router.use(async (_req, _res, next) => {
  console.log('timer starts')
  const answer = await next()
  console.log('timer stops')
  return answer
})

router.use((req, res) => {
  console.log('guard')
  if (req.headers.authorization === undefined) return res.text('no', 401)
})

router.use(() => {
  console.log('counter')
})

router.get('/', () => {
  console.log('handler')
  return 'done'
})

await ask(router, '/')
