import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { inspect } from 'node:util'
import { library } from './library.js'
import { addRoutes, MemoryStore, Visitor } from './sessions-support.js'
import { within } from './support.js'

/** @import { SessionStore } from '../lib/middleware/sessions.js' */

/** @type {typeof import('../lib/index.js')} */
const { createServer, logRequests, Router, VelocyError } =
  await library('lib/index.js')
/** @type {typeof import('../lib/middleware/sessions.js')} */
const { sessions } = await library('lib/middleware/sessions.js')
/** @type {typeof import('../lib/testing/inject.js')} */
const { inject } = await library('lib/testing/inject.js')

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** @param {Parameters<typeof sessions>[0]} [options] */
function app(options) {
  const store = new MemoryStore()
  const router = new Router({ onError: () => {} })
  const typed = router.use(sessions({ store, ...options }))
  addRoutes(typed)
  return { store, router: typed, visitor: () => new Visitor(typed) }
}

test('nothing is kept before there is something to keep', async () => {
  const { store, visitor } = app()
  const aya = visitor()
  const { text, lines, headers } = await aya.ask('/me')
  assert.equal(text, 'nobody')
  assert.deepEqual(lines, [])
  assert.equal(headers.get('cache-control'), null)
  assert.equal(store.reads + store.writes, 0)
})

test('a visitor who logs in is known from then on', async () => {
  const { visitor } = app()
  const aya = visitor()
  const { lines } = await aya.ask('/login/aya')
  assert.match(
    lines.join(),
    /^__Host-session=[\w-]{22}; Path=\/; HttpOnly; Secure; SameSite=lax$/,
  )
  const { text, lines: more, headers } = await aya.ask('/me')
  assert.equal(text, 'aya')
  assert.deepEqual(more, [])
  assert.equal(headers.get('cache-control'), 'private')
  assert.equal((await visitor().ask('/me')).text, 'nobody')
})

test('what is kept does not contain the id', async () => {
  const { store, visitor } = app()
  const aya = visitor()
  await aya.ask('/set/cart/mug')
  await aya.ask('/login/aya')
  const kept = inspect([...store.entries], { depth: null })
  assert.ok(aya.id && kept.includes('aya'))
  assert.ok(!kept.includes(aya.id))
})

test('a login brings a new id, and the old one is worth nothing', async () => {
  const { visitor } = app()
  const mallory = visitor()
  await mallory.ask('/set/cart/mug')
  const planted = mallory.id
  const aya = visitor()
  aya.id = planted
  await aya.ask('/login/aya')
  assert.notEqual(aya.id, planted)
  assert.equal((await aya.ask('/me')).text, 'aya')
  assert.equal((await mallory.ask('/me')).text, 'nobody')
  assert.equal((await mallory.ask('/data')).text, '{}')
})

test('an id that a visitor has made up is never used', async () => {
  const { store, visitor } = app()
  const aya = visitor()
  for (const id of ['made-up', '', '__proto__', '%zz', 'x'.repeat(5000)]) {
    aya.id = id
    assert.equal((await aya.ask('/me')).text, 'nobody')
    await aya.ask('/set/cart/mug')
    assert.notEqual(aya.id, id)
  }
  assert.equal(store.writes, 5)
})

test('a cart moves along at the login', async () => {
  const { visitor } = app()
  const aya = visitor()
  await aya.ask('/set/cart/mug')
  await aya.ask('/login/aya')
  assert.equal((await aya.ask('/data')).text, '{"cart":"mug"}')
})

test('what one user has kept is not the next one’s', async () => {
  const { visitor } = app()
  const shared = visitor()
  await shared.ask('/login/aya')
  const before = visitor()
  before.id = shared.id
  await shared.ask('/set/address/home')
  await shared.ask('/login/bo')
  assert.equal((await shared.ask('/data')).text, '{}')
  assert.equal((await before.ask('/me')).text, 'nobody')
})

test('set changes what it names, and undefined removes', async () => {
  const { visitor } = app()
  const aya = visitor()
  await aya.ask('/set/a/1')
  const { id } = aya
  await aya.ask('/set/b/2')
  await aya.ask('/set/__proto__/3')
  await aya.ask('/unset/a')
  assert.equal(aya.id, id)
  assert.equal((await aya.ask('/data')).text, '{"b":"2","__proto__":"3"}')
})

test('data is changed by set alone, or one visitor’s would be all', async () => {
  const router = new Router({ onError: () => {} })
  const typed = router.use(sessions({ store: new MemoryStore() }))
  typed.get('/express', ({ session }) => {
    // As people do who know express-session.
    Object.assign(session.data, { cart: 'mug' })
    return 'kept'
  })
  addRoutes(typed)
  const [aya, bo] = [new Visitor(typed), new Visitor(typed)]
  assert.equal((await aya.ask('/express')).status, 500)
  assert.equal((await bo.ask('/data')).text, '{}')
  await aya.ask('/set/a/1')
  assert.equal((await aya.ask('/express')).status, 500)
  assert.equal((await aya.ask('/data')).text, '{"a":"1"}')
})

test('after a logout, the cookie is gone and the id dead', async () => {
  const { visitor } = app()
  const aya = visitor()
  await aya.ask('/login/aya')
  const thief = visitor()
  thief.id = aya.id
  assert.equal((await aya.ask('/logout')).text, 'out: undefined')
  assert.equal(aya.id, undefined)
  assert.equal((await aya.ask('/me')).text, 'nobody')
  assert.equal((await thief.ask('/me')).text, 'nobody')
  // Who is not logged in may log out as well.
  assert.equal((await visitor().ask('/logout')).status, 200)
})

test('endAll ends all sessions of a user, and nobody else’s', async () => {
  const { visitor } = app()
  const [phone, laptop, bo] = [visitor(), visitor(), visitor()]
  for (const one of [phone, laptop]) await one.ask('/login/aya')
  await bo.ask('/login/bo')
  await laptop.ask('/everywhere')
  assert.equal((await phone.ask('/me')).text, 'nobody')
  assert.equal((await laptop.ask('/me')).text, 'nobody')
  assert.equal((await bo.ask('/me')).text, 'bo')
  await phone.ask('/login/aya')
  assert.equal((await phone.ask('/me')).text, 'aya')
})

test('begin behind endAll stays logged in, here alone', async () => {
  const { visitor } = app()
  const [phone, laptop] = [visitor(), visitor()]
  for (const one of [phone, laptop]) await one.ask('/login/aya')
  const { lines } = await laptop.ask('/password')
  assert.equal(lines.length, 1)
  assert.equal((await laptop.ask('/me')).text, 'aya')
  assert.equal((await phone.ask('/me')).text, 'nobody')
})

test('a cart outlives a new password, and another user never has it', async () => {
  const { visitor } = app()
  const aya = visitor()
  await aya.ask('/login/aya')
  await aya.ask('/set/cart/mug')
  await aya.ask('/password')
  assert.equal((await aya.ask('/data')).text, '{"cart":"mug"}')
  await aya.ask('/login/bo')
  assert.equal((await aya.ask('/data')).text, '{}')
})

test('endAll ends the sessions of a user without a name', async () => {
  const router = new Router().use(sessions({ store: new MemoryStore() }))
  router.get('/login', ({ session }) => session.begin('').then(() => 'in'))
  router.get('/user', ({ session }) => `${session.user}`)
  const aya = new Visitor(addRoutes(router))
  await aya.ask('/login')
  assert.equal((await aya.ask('/user')).text, '')
  await aya.ask('/everywhere')
  assert.equal((await aya.ask('/user')).text, 'undefined')
})

test('others can be logged out, and nobody by mistake', async () => {
  const { visitor } = app()
  const [bo, staff] = [visitor(), visitor()]
  await bo.ask('/login/bo')
  await staff.ask('/ban/bo')
  assert.equal((await bo.ask('/me')).text, 'nobody')
  assert.equal((await staff.ask('/everywhere')).status, 500)
})

test('a session ends when nobody has come for a while', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  const { visitor } = app({ idle: 10 * MINUTE })
  const aya = visitor()
  await aya.ask('/login/aya')
  t.mock.timers.tick(9 * MINUTE)
  assert.equal((await aya.ask('/me')).text, 'aya')
  t.mock.timers.tick(9 * MINUTE)
  assert.equal((await aya.ask('/me')).text, 'aya')
  t.mock.timers.tick(10 * MINUTE)
  assert.equal((await aya.ask('/me')).text, 'nobody')
})

test('a session ends after its lifetime, however busy', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  const { visitor } = app({ idle: HOUR, lifetime: 3 * HOUR })
  const aya = visitor()
  await aya.ask('/login/aya')
  for (let minutes = 30; minutes < 180; minutes += 30) {
    t.mock.timers.tick(30 * MINUTE)
    assert.equal((await aya.ask('/set/a/1')).text, 'set')
    assert.equal((await aya.ask('/me')).text, 'aya')
  }
  t.mock.timers.tick(30 * MINUTE)
  assert.equal((await aya.ask('/me')).text, 'nobody')
})

test('a session is written once in a while, not for each request', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  const { store, visitor } = app({ idle: 10 * MINUTE })
  const aya = visitor()
  await aya.ask('/login/aya')
  assert.equal(store.writes, 1)
  for (let seconds = 0; seconds < 600; seconds += 10) {
    await aya.ask('/me')
    t.mock.timers.tick(10_000)
  }
  assert.equal(store.writes, 9)
})

test('a wrong clock ends a session rather than failing', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 10 * HOUR })
  const { store, visitor } = app({ idle: HOUR, lifetime: HOUR })
  const aya = visitor()
  await aya.ask('/login/aya')
  // Another machine's store, by whose clock it is earlier.
  for (const entry of store.entries.values()) entry.expires = Infinity
  t.mock.timers.tick(2 * HOUR)
  assert.equal((await aya.ask('/me')).status, 200)
  t.mock.timers.tick(1)
  assert.equal((await aya.ask('/me')).text, 'nobody')
})

/**
 * A store that stops in the middle: `when` tells before which operation.
 *
 * @param {MemoryStore} store
 * @param {(operation: string, key: string) => Promise<void> | undefined} when
 */
function interrupted(store, when) {
  return /** @type {SessionStore} */ ({
    async get(key) {
      await when('get', key)
      return store.get(key)
    },
    async set(key, value, options) {
      await when('set', key)
      return store.set(key, value, options)
    },
    async delete(key) {
      await when('delete', key)
      return store.delete(key)
    },
  })
}

test('a write that comes too late does not undo a logout', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  for (const path of ['/set/cart/mug', '/me']) {
    const memory = new MemoryStore()
    /** @type {PromiseWithResolvers<void>} */
    const stopped = Promise.withResolvers()
    /** @type {PromiseWithResolvers<void>} */
    const gate = Promise.withResolvers()
    let isSlow = false
    const store = interrupted(memory, (operation) => {
      if (operation !== 'set' || !isSlow) return undefined
      isSlow = false
      stopped.resolve()
      return gate.promise
    })
    const { visitor } = app({ store })
    const aya = visitor()
    await aya.ask('/login/aya')
    const thief = visitor()
    thief.id = aya.id
    // By now, a request renews it.
    t.mock.timers.tick(10 * MINUTE)
    isSlow = true
    const late = thief.ask(path)
    await within(stopped.promise, `a write of ${path}`)
    await aya.ask('/logout')
    gate.resolve()
    await late
    thief.id ??= aya.id
    assert.equal((await thief.ask('/me')).text, 'nobody', path)
    assert.equal([...memory.entries.keys()].length, 1, path)
  }
})

test('a login with the old password does not outlive the change', async () => {
  const memory = new MemoryStore()
  const { visitor } = app({ store: memory })
  const [aya, thief] = [visitor(), visitor()]
  await aya.ask('/login/aya')
  /** @type {Promise<unknown> | undefined} */
  let change
  const store = interrupted(memory, async (operation, key) => {
    if (operation !== 'set' || !key.startsWith('session:') || change) return
    change = aya.ask('/password')
    await change
  })
  const slow = new Visitor(addRoutes(new Router().use(sessions({ store }))))
  await slow.ask('/login/aya')
  assert.ok(change)
  thief.id = slow.id
  assert.equal((await thief.ask('/me')).text, 'nobody')
  assert.equal((await aya.ask('/me')).text, 'aya')
})

/**
 * An app with a handler that waits for the gate before it calls `set`.
 *
 * @param {MemoryStore} store
 */
function slowApp(store) {
  /** @type {PromiseWithResolvers<void>} */
  const gate = Promise.withResolvers()
  /** @type {PromiseWithResolvers<void>} */
  const started = Promise.withResolvers()
  const router = new Router().use(sessions({ store }))
  router.get('/slow', async ({ session }) => {
    started.resolve()
    await gate.promise
    await session.set({ slow: 1 })
    return 'set'
  })
  addRoutes(router)
  return { gate, started, visitor: () => new Visitor(router) }
}

test('a slow request keeps what others have written meanwhile', async () => {
  const { gate, started, visitor } = slowApp(new MemoryStore())
  const aya = visitor()
  await aya.ask('/set/first/1')
  const slow = aya.ask('/slow')
  await within(started.promise, 'the slow request')
  await aya.ask('/set/fast/1')
  gate.resolve()
  await slow
  assert.equal(
    (await aya.ask('/data')).text,
    '{"first":"1","fast":"1","slow":1}',
  )
})

test('a session that has ended is not written again', async () => {
  for (const path of ['/password', '/logout']) {
    const store = new MemoryStore()
    const { gate, started, visitor } = slowApp(store)
    const [aya, thief] = [visitor(), visitor()]
    for (const one of [thief, aya]) await one.ask('/login/aya')
    if (path === '/logout') aya.id = thief.id
    const { id } = thief
    const late = thief.ask('/slow')
    await within(started.promise, 'the slow request')
    await aya.ask(path)
    const forget = () => {
      for (const key of store.entries.keys()) {
        if (!/^session:[\w-]+$/.test(key)) store.entries.delete(key)
      }
    }
    // A crowd pushes out what was written longest ago: first the mark of a
    // logout, and behind the late write the era of a user.
    if (path === '/logout') forget()
    gate.resolve()
    assert.deepEqual((await late).lines, [], path)
    forget()
    thief.id = id
    assert.equal((await thief.ask('/me')).text, 'nobody', path)
  }
})

test('a request that only reads undoes no change', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: 0 })
  /** @type {Promise<unknown> | undefined} */
  let change
  let isSlow = false
  const store = interrupted(new MemoryStore(), async (_operation, key) => {
    if (!isSlow || change || !key.startsWith('user:')) return
    change = aya.ask('/set/cart/mug')
    await change
  })
  const { visitor } = app({ store })
  const aya = visitor()
  await aya.ask('/login/aya')
  t.mock.timers.tick(10 * MINUTE)
  isSlow = true
  assert.equal((await aya.ask('/me')).text, 'aya')
  assert.ok(change)
  assert.equal((await aya.ask('/data')).text, '{"cart":"mug"}')
})

test('when the store is away, nobody is taken for nobody', async () => {
  const away = async () => {
    throw new VelocyError('ERR_TEST_AWAY', 'away', { status: 503 })
  }
  const store = { get: away, set: away, delete: away }
  const { visitor } = app({ store })
  const stranger = visitor()
  assert.equal((await stranger.ask('/hello')).status, 200)
  assert.equal((await stranger.ask('/me')).text, 'nobody')
  const aya = visitor()
  aya.id = 'an-id'
  assert.equal((await aya.ask('/me')).status, 503)
  const login = await stranger.ask('/login/aya')
  assert.equal(login.status, 503)
  assert.deepEqual(login.lines, [])
})

test('a cookie can have another name and other attributes', async () => {
  const cookie = {
    name: 'sid',
    secure: false,
    maxAge: 3600,
    path: '/',
    sameSite: /** @type {const} */ ('strict'),
  }
  const { visitor } = app({ cookie })
  const aya = visitor()
  const { lines } = await aya.ask('/login/aya')
  assert.match(
    lines.join(),
    /^sid=[\w-]{22}; Path=\/; Max-Age=3600; HttpOnly; SameSite=strict$/,
  )
  assert.equal((await aya.ask('/me')).text, 'aya')
  await aya.ask('/logout')
  assert.equal(aya.cookies.size, 0)
})

test('wrong options are an error before the first request', () => {
  for (const options of [
    { idle: 0 },
    { lifetime: '1h' },
    { store: new Map([['get', 1]]).get('get') },
    { store: {} },
    { ttl: 1 },
    { cookie: { secure: false } },
    { cookie: { path: '/shop' } },
    { cookie: { name: 'a b' } },
    { cookie: { expires: 1 } },
  ]) {
    assert.throws(() => sessions(/** @type {any} */ (options)), {
      code: /ERR_VELOCY_BAD_(OPTION|COOKIE)/,
    })
  }
})

test('no shared cache keeps an error that a visitor has caused', async () => {
  const router = new Router({ onError: () => {} })
  const typed = addRoutes(router.use(sessions({ store: new MemoryStore() })))
  const gone = new VelocyError('ERR_TEST_GONE', 'gone', { status: 410 })
  typed.get('/gone', async ({ session }, res) => {
    await session.set({ seen: 1 })
    if (session.data.cart) res.setHeader('cache-control', session.data.cart)
    throw gone
  })
  const aya = new Visitor(typed)
  for (const planned of [undefined, 'no-store', 'private, max-age=60']) {
    if (planned) await aya.ask(`/set/cart/${encodeURIComponent(planned)}`)
    const { status, headers } = await aya.ask('/gone')
    assert.equal(status, 410)
    assert.equal(headers.get('cache-control'), 'private', `${planned}`)
  }
})

test('neither a log nor an answer shows what is in a session', async () => {
  const router = new Router()
  const typed = router.use(sessions({ store: new MemoryStore() }))
  typed.get('/', async ({ session }) => {
    await session.begin('aya')
    await session.set({ pin: 1234 })
    return [inspect(session), JSON.stringify(session)]
  })
  const res = await inject(createServer(router), '/')
  assert.deepEqual(await res.json(), ['Session {}', '{}'])
})

test('a line of the access log has neither a cookie nor an id', async () => {
  const { router } = app()
  const server = createServer(router)
  /** @type {string[]} */
  const lines = []
  const info = (/** @type {unknown[]} */ ...fields) =>
    lines.push(JSON.stringify(fields))
  logRequests(server, /** @type {any} */ ({ info }))
  const aya = new Visitor(server)
  await aya.ask('/login/aya')
  await aya.ask('/me')
  assert.equal(lines.length, 2)
  assert.ok(aya.id)
  assert.ok(!lines.join().includes(aya.id))
  assert.doesNotMatch(lines.join(), /cookie|session/i)
})

test('TypeScript knows of a session where there is one', () => {
  const router = new Router()
  router.get('/a', sessions(), ({ session }) => session.user?.length)
  router.use(sessions()).get('/b', (req) => req.session.begin('aya'))
  // @ts-expect-error: only the router that use() has returned has sessions.
  router.get('/c', (req) => req.session)
  assert.equal(router.find('GET', '/b')?.route.path, '/b')
})

test('by default, the store of the process has them', async () => {
  /** @type {typeof import('../lib/cluster/index.js')} */
  const { store } = await library('lib/cluster/index.js')
  const set = mock.method(store, 'set')
  const router = addRoutes(new Router().use(sessions()))
  const aya = new Visitor(router)
  await aya.ask('/login/aya')
  assert.equal((await aya.ask('/me')).text, 'aya')
  const [key, kept, options] = set.mock.calls[0].arguments
  assert.match(key, /^session:[\w-]{43}$/)
  assert.equal(/** @type {any} */ (kept).user, 'aya')
  assert.deepEqual(options, { ttl: 30 * MINUTE })
  set.mock.restore()
  await aya.ask('/logout')
})
