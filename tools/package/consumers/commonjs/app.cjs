const assert = require('node:assert/strict')
const { once } = require('node:events')
const { createServer, Router } = require('velocy')
const { files } = require('velocy/middleware')

const router = new Router()
router.get('/hello/:name', (req) => `Hello, ${req.params.name}!`)
router.get('/static/*', files(__dirname))

async function main() {
  const server = createServer(router)
  server.listen(0)
  await once(server, 'listening')
  const base = `http://localhost:${server.address().port}`
  const hello = await fetch(`${base}/hello/Ada`)
  assert.equal(await hello.text(), 'Hello, Ada!')
  const file = await fetch(`${base}/static/app.cjs`)
  assert.equal(file.status, 200)
  server.close()
  console.log('answered')
}
main()
