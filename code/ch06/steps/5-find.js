import { Router } from '../lib/router/router.js'

const router = new Router()
router.all('/notes', function anything() {})
router.get('/notes', function read() {})
router.post('/notes', function save() {})

for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
  console.log(method, router.find(method, '/notes')?.handler.name)
}
console.log(router.find('GET', '/nowhere'), router.allowed('/notes'))
console.log(`${router}`)

try {
  router.get('/notes', function again() {})
} catch (error) {
  const { code, message } = /** @type {any} */ (error)
  console.log(`${code}\n${message}`)
}
