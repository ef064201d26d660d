import { setImmediate as query } from 'node:timers/promises'
import { Router } from 'velocy'
import { ask } from './ask.js'

const router = new Router()

router.use(async (_req, _res, next) => {
  console.log('timer starts')
  next()
  console.log('timer stops')
})

router.get('/', async () => {
  console.log('query begins')
  await query()
  console.log('query ends')
  return 'done'
})

await ask(router, '/')
