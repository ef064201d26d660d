import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { addressOf, library } from '../library.js'
import { OWN_HOST as host, request } from '../support.js'

/** @import { Response } from '../support.js' */

const { createServer } = await library('lib/index.js')
const { serve } = await library('lib/cluster/index.js')
const step = addressOf('steps/12-shop.js')
const { shop } = await import(step.href)

const server = createServer(shop)
/** @type {any} where the shop is */
let app
before(async () => {
  server.listen(0, host)
  await once(server, 'listening')
  app = { host, port: server.address().port }
})
after(() => server.close())

const FORM = 'application/x-www-form-urlencoded'
const AINO = { name: 'aino', password: 'teapot' }
const EERO = { name: 'eero', password: 'skateboard' }
const ELSEWHERE = {
  origin: 'https://eero.example',
  'sec-fetch-site': 'cross-site',
}

/** @param {string} path @param {Record<string, string>} [headers] */
const get = (path, headers) => request(app, path, { headers })

/**
 * @param {string} path
 * @param {Record<string, string>} fields
 * @param {Record<string, string>} [headers]
 */
const post = (path, fields, headers = {}) =>
  request(app, path, {
    method: 'POST',
    headers: { 'content-type': FORM, ...headers },
    body: `${new URLSearchParams(fields)}`,
  })

/** @param {unknown} value @param {Record<string, string>} [headers] */
const order = (value, headers = {}) =>
  request(app, '/orders', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  })

/** @param {Response} response @returns {string} its cookie, to send it back */
function cookieOf({ headers }) {
  const [cookie] = (headers['set-cookie'] ?? '').split(';')
  assert.match(cookie, /./)
  return cookie
}

/** @param {Record<string, string>} who @param {Record<string, string>} [headers] */
async function login(who, headers) {
  const answer = await post('/login', who, headers)
  assert.equal(answer.status, 200, answer.text)
  return cookieOf(answer)
}

test('an order is what the shop sells, and costs what it says', async () => {
  const item = { item: 'mug', quantity: 2 }
  const { status, text } = await order(item)
  assert.equal(status, 200)
  assert.equal(JSON.parse(text).total, 24)
  for (const wrong of [
    { ...item, quantity: -3 },
    { ...item, quantity: 1.5 },
    { ...item, quantity: '2' },
    { ...item, quantity: 1e9 },
    { ...item, price: 0.01 },
    { ...item, item: 'constructor' },
    { quantity: 2 },
    [item],
    null,
  ]) {
    assert.equal((await order(wrong)).status, 422, JSON.stringify(wrong))
  }
})

test('a discount is the one that the shop has given', async () => {
  const item = { item: 'mug', quantity: 1 }
  const given = cookieOf(await post('/newsletter', {}))
  const totalWith = async (/** @type {string} */ cookie) =>
    JSON.parse((await order(item, { cookie })).text).total
  assert.equal(await totalWith(given), 10.8)
  assert.equal(await totalWith(given.replace('=10', '=100')), 12)
  assert.equal(await totalWith('discount=100'), 12)
})

test('a session from before a login is not the one after it', async () => {
  const planted = await login(EERO)
  const own = await login(AINO, { cookie: planted })
  assert.notEqual(own, planted)
  assert.equal((await get('/me', { cookie: planted })).status, 401)
  assert.match((await get('/me', { cookie: own })).text, /"aino"/)
})

test('an id that a client has made up gets no session', async () => {
  const own = await login(AINO)
  const made = own.replace(/=.*/, '=made-up')
  const answer = await post('/login', AINO, { cookie: made })
  assert.equal(answer.status, 200)
  assert.notEqual(cookieOf(answer), made)
  assert.equal((await get('/me', { cookie: made })).status, 401)
})

test('a new password ends the sessions of its user, but not this one', async () => {
  const stolen = await login(AINO)
  const cookie = await login(AINO)
  const { password } = AINO
  const answer = await post('/password', { password }, { cookie })
  assert.equal(answer.status, 200)
  assert.equal((await get('/me', { cookie: stolen })).status, 401)
  const own = cookieOf(answer)
  assert.match((await get('/me', { cookie: own })).text, /"aino"/)
})

test('a page of another site can send no form, and read no answer', async () => {
  const cookie = await login(EERO)
  const headers = { ...ELSEWHERE, cookie }
  const { password } = EERO
  assert.equal((await post('/password', { password }, headers)).status, 403)
  const { origin } = ELSEWHERE
  const old = await post('/password', { password }, { origin, cookie })
  assert.equal(old.status, 403)
  const read = await get('/me', headers)
  assert.equal(read.headers['access-control-allow-origin'], undefined)
  const own = { 'sec-fetch-site': 'same-origin', cookie }
  assert.equal((await post('/password', { password }, own)).status, 200)
})

test('a review is a text, and the page allows only its own scripts', async () => {
  const cookie = await login(EERO)
  const script = '<script>fetch("/me")</script><img src=x onerror="a">'
  const posted = await post('/reviews', { text: script }, { cookie })
  assert.equal(posted.status, 200)
  const page = await get('/reviews')
  assert.doesNotMatch(page.text, /<script>fetch|<img/)
  assert.match(page.text, /&#60;script&#62;/)
  const policy = page.headers['content-security-policy']
  assert.match(policy, /script-src/)
  assert.doesNotMatch(policy, /unsafe-inline/)
  const search = await get(`/?q=${encodeURIComponent('<script>1</script>')}`)
  assert.doesNotMatch(search.text, /<script>1/)
})

test('nobody is inside who only says so', async () => {
  /** @type {Record<string, string>[]} */
  const claims = [
    {},
    { 'x-forwarded-for': '10.0.0.1' },
    { 'x-forwarded-for': '10.0.0.1, 10.0.0.2' },
    { forwarded: 'for=10.0.0.1' },
    { 'x-real-ip': '10.0.0.1' },
  ]
  for (const headers of claims) {
    const { status, text } = await get('/admin', headers)
    assert.equal(status, 403, JSON.stringify(headers))
    assert.doesNotMatch(text, /takings/)
  }
})

test('guesses at one name are refused soon, and other names are not', async () => {
  const statuses = []
  for (let pin = 0; pin <= 42; pin++) {
    const password = String(pin).padStart(4, '0')
    const answer = await post('/login', { name: 'otto', password })
    statuses.push(answer.status)
    if (answer.status === 429)
      assert.match(answer.headers['retry-after'], /^\d/)
  }
  assert.equal(statuses[0], 401)
  assert.equal(statuses.at(-1), 429)
  await login(EERO)
})

test('workers of a cluster have sessions, keys and guesses in common', async (t) => {
  const alone = app
  // Options of the test runner's process, such as --test, are not for workers.
  cluster.setupPrimary({ execArgv: [] })
  const running = await serve(step, { port: 0, host, workers: 2 })
  app = { host, port: running.address().port }
  t.after(async () => {
    await running.close()
    app = alone
  })
  const cookie = await login(AINO)
  const given = cookieOf(await post('/newsletter', {}))
  const statuses = []
  for (let i = 0; i < 12; i++) {
    assert.match((await get('/me', { cookie })).text, /"aino"/)
    const answer = await order({ item: 'mug', quantity: 1 }, { cookie: given })
    assert.equal(JSON.parse(answer.text).total, 10.8)
    const guess = { name: 'nobody', password: `${i}` }
    statuses.push((await post('/login', guess)).status)
  }
  assert.deepEqual(statuses.slice(0, 10), Array(10).fill(401))
  assert.equal(statuses.at(-1), 429)
})
