// A strict project without allowJs, run by Node.js without a build.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Middleware, Router } from 'velocy'
import { integer, object, validate } from 'velocy/middleware'

const authenticate: Middleware<{ user: string }> = (req, _res, next) => {
  req.user = 'Ada'
  return next()
}
const order = object({ cups: integer(1, 99) })
const router = new Router()
  .use(authenticate)
  .post('/orders', validate({ body: order }), (req) => ({
    user: req.user,
    cups: req.valid.body.cups + 1,
  }))

const server = createServer(router)
server.listen(0)
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const answer = await fetch(`http://localhost:${port}/orders`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{ "cups": 2 }',
})
assert.deepEqual(await answer.json(), { user: 'Ada', cups: 3 })
server.close()
console.log('answered')
