import { events, Room } from '../lib/realtime/index.js'
import { ask } from './08-count.js'

/** @import { Router } from '../lib/index.js' */

/** Numbers a text, keeps it for those who come later, and tells the others. */
const TELL = `
  local id = redis.call('INCR', KEYS[1])
  local news = cjson.encode({ id = id, text = ARGV[1] })
  redis.call('SET', KEYS[2], news)
  redis.call('PUBLISH', 'news', news)
  return id`

const NONE = { id: 0, text: '' }

/**
 * GET /news listens on this machine to what POST /news says on any.
 *
 * @param {Router} router
 * @param {any} redis a client
 * @param {any} ears another one, which only listens
 */
export function serveNews(router, redis, ears) {
  const room = new Room()
  let latest = NONE
  const hear = (/** @type {string | null} */ json) => {
    const news = JSON.parse(json ?? 'null') ?? NONE
    if (news.id <= latest.id) return
    latest = news
    room.send(news.text, { id: news.id })
  }
  const catchUp = async () => {
    await ears.subscribe('news', hear)
    latest = NONE
    hear(await ears.get('news'))
  }
  // If the connection breaks meanwhile, there will be another.
  ears.on('ready', () => catchUp().catch(() => {}))
  router.get('/news', (req, res) => {
    const stream = events(req, res)
    if (latest.id > 0) stream.send(latest.text, { id: latest.id })
    room.add(stream)
  })
  router.post('/news', async (req) => {
    const keys = ['news:id', 'news']
    const args = { keys, arguments: [await req.text()] }
    return { id: await ask(redis.eval(TELL, args)) }
  })
}
