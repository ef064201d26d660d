import { Router } from '../lib/index.js'
import { trustProxy } from '../lib/middleware/trust-proxy.js'
import { inject } from '../lib/testing/inject.js'

const router = new Router()
  .use(trustProxy(['127.0.0.1', '192.0.2.0/24']))
  .get('/', ({ ip }) => String(ip))

for (const list of process.argv.slice(2)) {
  const headers = { 'x-forwarded-for': list }
  const answer = await inject(router, { path: '/', headers })
  console.log(list.padEnd(42), await answer.text())
}
