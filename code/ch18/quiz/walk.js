import { Router } from 'velocy'
import { trustProxy } from 'velocy/middleware'
import { inject } from 'velocy/testing'

const router = new Router()
  .use(trustProxy(['127.0.0.1', '10.0.0.0/8']))
  .get('/', ({ ip }) => String(ip))

for (const list of ['10.6.6.6', '10.6.6.6, 203.0.113.7, 10.0.0.2', 'unknown']) {
  const headers = { 'x-forwarded-for': list }
  const answer = await inject(router, { path: '/', headers })
  console.log(await answer.text())
}
