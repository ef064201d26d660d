import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import { inject, serveRouter } from './serving.js'
import { request } from './support.js'

const { Router } = await library('lib/index.js')
const { csrf } = await library('lib/middleware/csrf.js')
const { trustProxy } = await library('lib/middleware/trust-proxy.js')

/** @param {object} [options] @param {unknown[]} before more middleware */
function routerOf(options, ...before) {
  const router = new Router({ problems: true })
  router.use(...before, csrf(options))
  router.all('/', (/** @type {any} */ { method }) => `${method} is done`)
  return router
}

const plain = routerOf()

/**
 * @param {Record<string, string>} headers
 * @param {any} [router]
 * @param {string} [method]
 * @returns {Promise<number>} the status
 */
async function ask(headers, router = plain, method = 'POST') {
  const question = { path: '/', method, headers }
  return (await inject(router, question)).status
}

test('what a browser sends for our own pages is answered', async () => {
  assert.equal(await ask({ 'sec-fetch-site': 'same-origin' }), 200)
  // Typed into the address bar, or from a bookmark.
  assert.equal(await ask({ 'sec-fetch-site': 'none' }), 200)
})

test('what it sends for the pages of others is refused', async () => {
  for (const site of ['cross-site', 'same-site', '', 'Same-Origin', 'x']) {
    assert.equal(await ask({ 'sec-fetch-site': site }), 403, site)
  }
  // Sec-Fetch-Site counts, whatever a host's neighbor has for an Origin.
  const headers = { host: 'a.example', origin: 'https://a.example' }
  assert.equal(await ask({ ...headers, 'sec-fetch-site': 'same-site' }), 403)
})

test('two fields that contradict each other are refused', async (t) => {
  const app = await serveRouter(t, plain)
  const headers = { 'sec-fetch-site': 'same-origin, cross-site' }
  const { status } = await request(app, '/', { method: 'POST', headers })
  assert.equal(status, 403)
})

test('without Sec-Fetch-Site, the Origin has to be our own', async () => {
  const host = 'shop.example:8080'
  const own = ['http://shop.example:8080', 'https://shop.example:8080']
  for (const origin of own) assert.equal(await ask({ host, origin }), 200)
  for (const origin of [
    'null',
    '',
    'https://shop.example',
    'https://evil.example',
    'https://shop.example:8080.evil.example',
    'https://evil.example/https://shop.example:8080',
    'ftp://shop.example:8080',
    'shop.example:8080',
  ]) {
    assert.equal(await ask({ host, origin }), 403, origin)
  }
})

test('our own host is what trustProxy has found out', async () => {
  const router = routerOf({}, trustProxy(['127.0.0.1']))
  const headers = {
    host: 'upstream',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-host': 'shop.example',
  }
  const own = { ...headers, origin: 'https://shop.example' }
  assert.equal(await ask(own, router), 200)
  const other = { ...headers, origin: 'https://upstream' }
  assert.equal(await ask(other, router), 403)
})

test('programs that are no browsers have neither field, and pass', async () => {
  assert.equal(await ask({}), 200)
  assert.equal(
    await ask({ cookie: 'sid=1', referer: 'https://x.example' }),
    200,
  )
})

test('it does not matter what type the body claims to have', async () => {
  const site = { 'sec-fetch-site': 'cross-site' }
  for (const type of ['text/plain', 'application/json', 'a', '']) {
    const headers = type ? { ...site, 'content-type': type } : site
    assert.equal(await ask(headers), 403, type)
  }
})

test('methods that change nothing pass, all others are asked', async () => {
  const site = { 'sec-fetch-site': 'cross-site' }
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    assert.equal(await ask(site, plain, method), 200, method)
  }
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
    assert.equal(await ask(site, plain, method), 403, method)
  }
})

test('origins that are listed are welcome, and no others', async () => {
  const router = routerOf({ origins: ['https://pay.example'] })
  const from = (/** @type {string} */ origin) =>
    ask({ origin, 'sec-fetch-site': 'cross-site' }, router)
  assert.equal(await from('https://pay.example'), 200)
  assert.equal(await from('http://pay.example'), 403)
  assert.equal(await from('https://pay.example:444'), 403)
  assert.equal(await ask({ origin: 'https://pay.example' }, router), 200)
})

test('the refusal is a problem that says where the request is from', async () => {
  const headers = {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  }
  const question = { path: '/', method: 'POST', headers }
  const { code, detail } = await (await inject(plain, question)).json()
  assert.equal(code, 'ERR_VELOCY_CROSS_ORIGIN')
  assert.match(detail, /^Got a POST from a page of https:\/\/evil\.example/)
})

test('an origin that no browser would send is an error', () => {
  for (const origins of [
    'https://a.example',
    ['a.example'],
    ['localhost:8080'],
    ['https://a.example/'],
    ['https://a.example:443'],
    ['https://A.example'],
    ['https://*.a.example'],
    ['null'],
    ['*'],
    [1],
  ]) {
    assert.throws(
      () => csrf({ origins }),
      { code: 'ERR_VELOCY_BAD_OPTION' },
      String(origins),
    )
  }
  csrf({ origins: ['http://[::1]:8080', 'capacitor://localhost'] })
})
