import { Router } from '../lib/index.js'

const router = new Router()
for (const path of [
  '/users/me',
  '/users/:id',
  '/users/:user/posts',
  '/users/*rest',
  '/files/*path',
]) {
  router.get(path, () => {})
}
if (process.argv.length === 2) console.log(String(router))
for (const path of process.argv.slice(2)) {
  try {
    const { route, params = {} } = router.find('GET', path) ?? {}
    const values = Object.entries(params).map((entry) => entry.join('='))
    const found = [route?.path ?? 'nothing', ...values].join(' ')
    console.log(`${path} -> ${found}`)
  } catch (error) {
    const { status, message } = /** @type {any} */ (error)
    console.log(`${path} -> ${status} ${message}`)
  }
}
