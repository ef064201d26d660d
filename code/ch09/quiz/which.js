import { Router } from '../lib/index.js'

const router = new Router()
for (const path of ['/:section/new', '/posts/:id/edit', '/posts/*rest']) {
  router.get(path, () => {})
}
for (const path of ['/posts/new', '/pages/new', '/posts/7/edit']) {
  console.log(router.find('GET', path)?.route.path)
}
