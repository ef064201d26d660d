import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { test } from 'node:test'
import { addressOf, library } from './library.js'
import { addRoutes, Visitor } from './sessions-support.js'
import { request } from './support.js'

/** @type {typeof import('../lib/index.js')} */
const { Router } = await library('lib/index.js')
/** @type {typeof import('../lib/cluster/index.js')} */
const { serve } = await library('lib/cluster/index.js')
/** @type {typeof import('../lib/middleware/sessions.js')} */
const { sessions } = await library('lib/middleware/sessions.js')

// Options of the test runner's process, such as --test, are not for workers.
cluster.setupPrimary({ execArgv: [] })

const PROGRAM = `
  import { Router, createServer } from '${addressOf('lib/index.js')}'
  import { sessions } from '${addressOf('lib/middleware/sessions.js')}'

  export default ({ id }) => {
    const router = new Router().use(sessions())
    router.get('/login', async ({ session }) => {
      await session.begin('aya')
      return { id }
    })
    router.get('/me', ({ session }) => ({ id, user: session.user }))
    router.get('/logout', async ({ session }) => {
      await session.endAll()
      return { id }
    })
    return createServer(router, { engine: '${process.env.VELOCY_ENGINE ?? 'net'}' })
  }`

/** @param {{ host: string, port: number }} app */
async function askAll(app, path = '/me', cookie = '') {
  /** @type {Map<number, string | undefined>} by worker */
  const users = new Map()
  while (users.size < 2) {
    const answer = await request(app, path, { headers: { cookie } })
    const { id, user } = JSON.parse(answer.text)
    users.set(id, user)
  }
  return [...users.values()]
}

test('the workers of a cluster have the same sessions', async () => {
  const module = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`)
  const workers = await serve(module, {
    log: /** @type {any} */ ({ info() {}, warn() {}, error() {} }),
    host: '127.0.0.1',
    port: 0,
    workers: 2,
    signals: false,
  })
  const app = { host: '127.0.0.1', port: Number(workers.address()?.port) }
  const { headers } = await request(app, '/login')
  const [cookie] = headers['set-cookie'].split(';')
  assert.deepEqual(await askAll(app, '/me', cookie), ['aya', 'aya'])
  await request(app, '/logout', { headers: { cookie } })
  assert.deepEqual(await askAll(app, '/me', cookie), [undefined, undefined])
  await workers.close()
})

const { REDIS_URL: url } = process.env
const skip = url === undefined && 'REDIS_URL names no Redis'

test('Redis keeps them for several servers', { skip }, async (t) => {
  const { createClient } = await import('redis')
  const { sessionsIn } = await library('demo/redis.js')
  const client = createClient({ url, disableOfflineQueue: true })
  client.on('error', () => {})
  await client.connect()
  t.after(() => client.isOpen && client.destroy())
  const store = sessionsIn(client)
  const server = () =>
    addRoutes(new Router({ onError: () => {} }).use(sessions({ store })))
  const [here, there] = [new Visitor(server()), new Visitor(server())]
  await here.ask('/set/cart/mug')
  await here.ask('/login/aya')
  there.id = here.id
  assert.equal((await there.ask('/me')).text, 'aya')
  assert.equal((await there.ask('/data')).text, '{"cart":"mug"}')
  for await (const keys of client.scanIterator({ MATCH: 'session:*' })) {
    for (const key of keys) assert.ok((await client.pTTL(key)) > 0, key)
  }
  await here.ask('/everywhere')
  assert.equal((await there.ask('/me')).text, 'nobody')
  await here.ask('/login/bo')
  client.destroy()
  assert.equal((await here.ask('/me')).status, 503)
  assert.equal((await new Visitor(server()).ask('/me')).text, 'nobody')
})
