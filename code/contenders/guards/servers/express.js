import { RedisStore } from 'connect-redis'
import cookieParser from 'cookie-parser'
import express from 'express'
import { rateLimit } from 'express-rate-limit'
import session from 'express-session'
import { z } from 'zod'
import { LIMIT, openRedis, SECRET, SESSION, USER } from '../known.js'

/** @typedef {import('express').RequestHandler} Handler */

/** @param {any} store */
async function sessionsIn(store) {
  const kept = { cookie: { path: '/', originalMaxAge: null }, user: USER }
  await new Promise((resolve) => store.set(SESSION, kept, resolve))
  return session({
    store,
    secret: SECRET,
    resave: false,
    saveUninitialized: false,
  })
}

const order = z.object({
  item: z.enum(['mug', 'teapot']),
  quantity: z.int().min(1).max(99),
})

/** @type {Handler} */
const checkOrder = (req, res, next) => {
  const { success, data } = order.safeParse(req.body)
  if (!success) return res.status(422).end()
  req.body = data
  next()
}

/** @type {Record<string, () => Handler[] | Promise<Handler[]>>} */
const guards = {
  none: () => [],
  cookie: () => [cookieParser(SECRET)],
  session: async () => [await sessionsIn(new session.MemoryStore())],
  redis: async () => [
    await sessionsIn(new RedisStore({ client: await openRedis() })),
  ],
  limit: () => [
    rateLimit({
      windowMs: LIMIT.window,
      limit: LIMIT.limit,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
    }),
  ],
  parse: () => [express.json()],
  validate: () => [express.json(), checkOrder],
}

/** @type {Record<string, (req: any) => string>} */
const users = {
  cookie: (req) => req.signedCookies['express-user'],
  session: (req) => req.session.user,
  redis: (req) => req.session.user,
}

/** @param {string} feature */
export async function start(feature, { host, port }) {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  const userOf = users[feature] ?? (() => USER)
  app.use(...(await guards[feature]()), (_req, _res, next) => next())
  app.get('/', (req, res) => {
    res.json({ user: userOf(req) })
  })
  app.post('/', (req, res) => {
    const { item, quantity } = req.body
    res.json({ item, quantity })
  })
  app.listen(port, host)
}
