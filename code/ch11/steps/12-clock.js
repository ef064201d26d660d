import { createServer, Router } from '../lib/index.js'

async function* members() {
  for (const name of ['Aya', 'Ben']) {
    console.log(`sending ${name}`)
    yield `${name}\n`
  }
}

const router = new Router()
router.use(async (req, _res, next) => {
  await next()
  console.log(`${req.path} is done, says the clock`)
})
router.get('/export', members)

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
