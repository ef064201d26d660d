import { Router } from '../lib/index.js'

const router = new Router()
const handler = () => {}
router.all('/notes', handler)
router.get('/notes', handler)
router.post('/save', handler)

const found = [
  router.find('HEAD', '/notes'),
  router.find('PUT', '/notes'),
  router.find('POST', '/save'),
]
console.log(...found.map((match) => match?.route.method))
console.log(router.find('GET', '/save'))
