import { Router } from '../lib/index.js'

const handler = () => {}
const router = new Router()
  .get('/users/:id', handler)
  .get('/users/:user/posts', handler)

const { params } = /** @type {any} */ (router.find('GET', '/users/42'))
console.log({ ...params }, 'constructor' in params, 'constructor' in {})
const posts = router.find('GET', '/users/42/posts')
console.log({ ...posts?.params })

try {
  router.get('/users/:name', handler)
} catch (error) {
  const { code, message } = /** @type {any} */ (error)
  console.log(code)
  console.log(message)
}
