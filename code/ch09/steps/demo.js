import { Router } from '../lib/index.js'

const router = new Router()
for (const path of [
  '/hello',
  '/hell',
  '/hey',
  '/health',
  '/bench/:name',
  '/files/*path',
]) {
  router.get(path, () => {})
}
router.post('/echo', () => {})

console.log(String(router))
console.log(router.find('GET', '/files/2026/report.pdf')?.params)
