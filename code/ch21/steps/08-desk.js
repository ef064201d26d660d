import { createClient } from 'redis'
import { sessionsIn } from '../demo/redis.js'
import { createServer, Router, VelocyError } from '../lib/index.js'
import { rateLimit, sessions } from '../lib/middleware/index.js'
import { countIn } from './08-count.js'
import { serveNews } from './08-news.js'

const { PORT = '8080', REDIS_URL: url } = process.env

function connect(options = {}) {
  const client = createClient({ url, disableOfflineQueue: true, ...options })
  client.on('error', () => {})
  client.connect().catch(() => {})
  return client
}

const redis = connect()
const ears = connect({
  pingInterval: 500,
  socket: { socketTimeout: 2000, reconnectStrategy: () => 200 },
})
// Each question restarts a busy connection's clock, so it wouldn't notice.
ears.on('reconnecting', () => {
  if (!redis.isReady) return
  redis.destroy()
  redis.connect().catch(() => {})
})

const desk = new Router().use(sessions({ store: sessionsIn(redis) }))
desk.get('/me', (req) => `${req.session.user ?? 'nobody'}\n`)

const guesses = rateLimit({
  name: 'guesses',
  limit: 5,
  window: 60_000,
  by: (req) => req.params.name,
  store: countIn(redis),
})
desk.post('/login/:name', guesses, async (req) => {
  if ((await req.text()) !== '2214') {
    throw new VelocyError('ERR_DESK_CODE', 'Wrong code', { status: 401 })
  }
  await req.session.begin(req.params.name)
  return `Hello, ${req.params.name}\n`
})

serveNews(desk, redis, ears)

const server = createServer(desk).listen(Number(PORT), () => {
  const { port } = Object(server.address())
  console.log(`Listening on http://localhost:${port}`)
})
