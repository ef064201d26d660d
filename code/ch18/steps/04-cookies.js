import { createServer, Router } from '../lib/index.js'
import { getCookie, setCookie } from '../lib/middleware/cookies.js'

const router = new Router()

router.get('/naive', (req, res) => {
  res.appendHeader('set-cookie', `name=${req.query.is}`)
  return 'Nice to meet you!'
})

router.get('/careful', (req, res) => {
  setCookie(res, 'name', String(req.query.is))
  return 'Nice to meet you!'
})

router.get('/hello', (req) => {
  return `Hello, ${getCookie(req, 'name')}!`
})

// What a page on any subdomain may do.
router.get('/toss', (_req, res) => {
  const where = 'Domain=shop.localhost; Path=/hello'
  res.appendHeader('set-cookie', `name=Eero; ${where}`)
  res.appendHeader('set-cookie', `__Host-name=Eero; Secure; ${where}`)
  return 'Thank you for your visit!'
})

createServer(router).listen(8080, () => {
  console.log('Listening on http://localhost:8080')
})
