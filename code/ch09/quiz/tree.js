import { Router } from '../lib/index.js'

const router = new Router()
for (const path of ['/team', '/tea', '/teams/:id', '/t']) {
  router.get(path, () => {})
}
console.log(String(router))
