import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import session from '@fastify/session'
import { RedisStore } from 'connect-redis'
import Fastify from 'fastify'
import { LIMIT, openRedis, SECRET, SESSION, USER } from '../known.js'

/** @param {any} app @param {any} store */
async function useSessions(app, store) {
  const kept = { cookie: { path: '/', originalMaxAge: null }, user: USER }
  await new Promise((resolve) => store.set(SESSION, kept, resolve))
  await app.register(cookie)
  await app.register(session, {
    store,
    secret: SECRET,
    cookie: { secure: false },
    saveUninitialized: false,
    rolling: false,
  })
}

/** @type {Record<string, (app: any) => unknown>} */
const guards = {
  cookie: (app) => app.register(cookie, { secret: SECRET }),
  session: (app) => useSessions(app, new session.MemoryStore()),
  redis: async (app) =>
    useSessions(app, new RedisStore({ client: await openRedis() })),
  limit: (app) =>
    app.register(rateLimit, {
      max: LIMIT.limit,
      timeWindow: LIMIT.window,
      enableDraftSpec: true,
    }),
}

/** @type {Record<string, (request: any) => string>} */
const users = {
  cookie: (request) =>
    request.unsignCookie(request.cookies['fastify-user']).value,
  session: (request) => request.session.user,
  redis: (request) => request.session.user,
}

const body = {
  type: 'object',
  properties: {
    item: { enum: ['mug', 'teapot'] },
    quantity: { type: 'integer', minimum: 1, maximum: 99 },
  },
  required: ['item', 'quantity'],
}

/** @param {string} feature */
export async function start(feature, { host, port }) {
  const app = Fastify()
  await guards[feature]?.(app)
  const userOf = users[feature] ?? (() => USER)
  app.get('/', (request) => ({ user: userOf(request) }))
  const options = feature === 'validate' ? { schema: { body } } : {}
  app.post('/', options, (request) => {
    const { item, quantity } = /** @type {any} */ (request.body)
    return { item, quantity }
  })
  await app.listen({ host, port })
}
