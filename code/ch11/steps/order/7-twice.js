import { Router } from 'velocy'
import { ask } from './ask.js'

const router = new Router({ onError: () => console.log('onError') })

router.use(async (_req, _res, next) => {
  console.log('first try')
  await next()
  console.log('second try')
  const answer = await next()
  console.log('it worked')
  return answer
})

let isFirst = true
router.get('/', () => {
  console.log(isFirst ? 'handler' : 'handler again')
  isFirst = false
  return 'done'
})

await ask(router, '/')
