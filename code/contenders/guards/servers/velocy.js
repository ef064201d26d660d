import { hash } from 'node:crypto'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { LIMIT, openRedis, SECRET, SESSION, USER } from '../known.js'

const cookie = { name: 'velocy-session', secure: false }

/** What a session's store has under its id. */
const KEY = `session:${hash('sha256', SESSION, 'base64url')}`
const kept = { user: USER, data: {}, begun: Date.now(), seen: Date.now() }

/** As in the demo of the chapter, without a time limit. @param {any} client */
const inRedis = (client) => ({
  get: async (/** @type {string} */ key) =>
    JSON.parse((await client.get(key)) ?? 'null'),
  set: (
    /** @type {string} */ key,
    /** @type {any} */ value,
    /** @type {{ ttl: number }} */ { ttl },
  ) => client.set(key, JSON.stringify(value), { PX: ttl }),
  delete: (/** @type {string} */ key) => client.del(key),
})

/** @type {Record<string, (velocy: any) => any>} */
const guards = {
  async session({ sessions, store }) {
    await store.set(KEY, kept)
    return sessions({ cookie })
  },
  async redis({ sessions }) {
    const store = inRedis(await openRedis())
    await store.set(KEY, kept, { ttl: 1_800_000 })
    return sessions({ store, cookie })
  },
  limit: ({ rateLimit }) => rateLimit(LIMIT),
  validate: ({ validate, object, oneOf, integer }) =>
    validate({
      body: object({
        item: oneOf('mug', 'teapot'),
        quantity: integer(1, 99),
      }),
    }),
  zod: ({ validate }) =>
    validate({
      body: z.object({
        item: z.enum(['mug', 'teapot']),
        quantity: z.int().min(1).max(99),
      }),
    }),
}

/** @type {Record<string, (velocy: any) => (req: any) => string>} */
const users = {
  cookie({ getCookie, signer }) {
    const { verify } = signer(SECRET)
    const name = 'velocy-user'
    return (req) => verify(name, getCookie(req, name))
  },
  session: () => (req) => req.session.user,
  redis: () => (req) => req.session.user,
}

/** @param {string} feature */
export async function start(feature, { host, port, velocy }) {
  const entries = ['index', 'middleware/index', 'cluster/index']
  const modules = await Promise.all(
    entries.map((entry) => {
      const file = path.resolve(velocy, 'lib', `${entry}.js`)
      return import(pathToFileURL(file).href)
    }),
  )
  const library = Object.assign({}, ...modules)
  const router = new library.Router()
  const guard = await guards[feature]?.(library)
  if (guard) router.use(guard)
  const userOf = users[feature]?.(library) ?? (() => USER)
  router.get('/', (req) => ({ user: userOf(req) }))
  if (feature === 'validate' || feature === 'zod') {
    router.post('/', (req) => {
      const { item, quantity } = req.valid.body
      return { item, quantity }
    })
  } else {
    router.post('/', async (req) => {
      const { item, quantity } = await req.json()
      return { item, quantity }
    })
  }
  const engine = process.env.VELOCY_ENGINE
  library.createServer(router, engine ? { engine } : {}).listen(port, host)
}
