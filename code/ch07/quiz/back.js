import { Router } from '../lib/index.js'

const router = new Router()
for (const pattern of ['/a/b/c', '/a/:x/d', '/:y/b/e']) {
  router.get(pattern, () => {})
}
for (const path of ['/a/b/d', '/a/b/e', '/a/c/e']) {
  console.log(router.find('GET', path)?.route.path ?? 404)
}
