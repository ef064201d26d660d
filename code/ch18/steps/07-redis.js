import { createClient } from 'redis'
import { sessionsIn } from '../demo/redis.js'
import { createServer, Router } from '../lib/index.js'
import { sessions } from '../lib/middleware/sessions.js'

const { PORT = '8080', REDIS_URL: url } = process.env
const client = createClient({ url, disableOfflineQueue: true })
client.on('error', () => {})
client.connect().catch(() => {})

const router = new Router().use(sessions({ store: sessionsIn(client) }))
router.get('/me', (req) => req.session.user ?? 'nobody')
router.get('/as/:user', async (req) => {
  await req.session.begin(req.params.user)
  return 'hello'
})

createServer(router).listen(Number(PORT), () => {
  console.log(`Listening on http://localhost:${PORT}`)
})
