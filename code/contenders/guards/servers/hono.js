import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
import { getSignedCookie } from 'hono/cookie'
import { rateLimiter } from 'hono-rate-limiter'
import { MemoryStore, sessionMiddleware } from 'hono-sessions'
import { z } from 'zod'
import { LIMIT, SECRET, SESSION, USER } from '../known.js'

function sessions() {
  const store = new MemoryStore()
  store.createSession(SESSION, {
    _data: { user: { value: USER, flash: false } },
    _expire: new Date(Date.now() + 900_000).toISOString(),
    _delete: false,
    _accessed: new Date().toISOString(),
  })
  const sessionCookieName = 'hono-session'
  return sessionMiddleware({
    store,
    sessionCookieName,
    expireAfterSeconds: 900,
  })
}

/** @type {Record<string, () => any>} */
const guards = {
  session: sessions,
  limit: () =>
    rateLimiter({
      windowMs: LIMIT.window,
      limit: LIMIT.limit,
      standardHeaders: 'draft-7',
      keyGenerator: (context) => getConnInfo(context).remote.address ?? '',
    }),
}

/** @type {Record<string, (context: any) => any>} */
const users = {
  cookie: (context) => getSignedCookie(context, SECRET, 'hono-user'),
  session: (context) => context.get('session').get('user'),
}

const order = z.object({
  item: z.enum(['mug', 'teapot']),
  quantity: z.int().min(1).max(99),
})

/** @param {string} feature */
export function start(feature, { host, port }) {
  const app = new Hono()
  const guard = guards[feature]?.()
  if (guard) app.use(guard)
  const userOf = users[feature]
  if (userOf) {
    app.get('/', async (context) =>
      context.json({ user: await userOf(context) }),
    )
  } else app.get('/', (context) => context.json({ user: USER }))
  if (feature === 'validate') {
    app.post('/', zValidator('json', order), (context) => {
      const { item, quantity } = context.req.valid('json')
      return context.json({ item, quantity })
    })
  } else {
    app.post('/', async (context) => {
      const { item, quantity } = await context.req.json()
      return context.json({ item, quantity })
    })
  }
  serve({ fetch: app.fetch, hostname: host, port })
}
