import { Router } from 'velocy'
import { ask } from './ask.js'

const router = new Router()

router.group('/admin', (admin) => {
  admin.use(async (_req, _res, next) => {
    console.log('admin, before')
    const answer = await next()
    console.log('admin, after')
    return answer
  })
  admin.get('/export', check, () => {
    console.log('handler')
    return 'done'
  })
  admin.use(() => {
    console.log('admin, below its route')
  })
})

router.use(() => {
  console.log('outside, below the group')
})

function check() {
  console.log('check of the route')
}

await ask(router, '/admin/export')
