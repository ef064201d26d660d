import { once } from 'node:events'
import { createServer, Router } from '../lib/index.js'

const router = new Router({ onError: () => 'root' })
router.use(({ path }) => {
  if (path.includes('..')) throw new Error('suspicious')
})
router.group('/api', { onError: () => 'api' }, (api) => {
  api.group('/users', (users) => users.get('/', () => 'users'))
})

const server = createServer(router).listen(8080)
await once(server, 'listening')
for (const path of ['/api/users', '/api/users/..%2f', '/apis', '/api/x']) {
  const answer = await fetch(`http://localhost:8080${path}`)
  console.log(await answer.text())
}
server.close()
