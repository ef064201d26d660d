import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

/** @import { CookieOptions } from '../lib/middleware/cookies.js' */

/** @type {typeof import('../lib/index.js')} */
const { createServer, Router } = await library('lib/index.js')
/** @type {typeof import('../lib/middleware/cookies.js')} */
const { deleteCookie, getCookie, setCookie } = await library(
  'lib/middleware/cookies.js',
)
/** @type {typeof import('../lib/testing/inject.js')} */
const { inject } = await library('lib/testing/inject.js')

/** @param {string | string[]} cookie @param {string} name */
async function read(cookie, name) {
  const router = new Router()
  router.get('/', (req) => ({ value: getCookie(req, name) }))
  const headers = { cookie }
  const res = await inject(createServer(router), { path: '/', headers })
  const { value } = /** @type {any} */ (await res.json())
  return value
}

/** @param {(res: import('node:http').ServerResponse) => unknown} act */
async function answer(act) {
  const router = new Router({ onError: () => {} })
  /** @type {any} */
  let error
  router.get('/', (_req, res) => {
    try {
      act(res)
    } catch (thrown) {
      error = thrown
    }
    return 'ok'
  })
  const res = await inject(createServer(router), '/')
  return { error, cookies: res.headers.getSetCookie(), headers: res.headers }
}

/** @param {any[]} cookie name, value and options */
async function refusal(...cookie) {
  const [name, value, options] = cookie
  const { error, cookies } = await answer((res) =>
    setCookie(res, name, value, options),
  )
  assert.deepEqual(cookies, [])
  return `${error?.code} ${error?.message}`
}

test('a cookie is found by its whole name', async () => {
  const field = 'aa=1; a=2; b="x"; empty=; =nameless; bare; A=3'
  assert.equal(await read(field, 'a'), '2')
  assert.equal(await read(field, 'A'), '3')
  assert.equal(await read(field, 'b'), '"x"')
  assert.equal(await read(field, 'empty'), '')
  assert.equal(await read(field, 'bare'), undefined)
  assert.equal(await read(field, 'bar'), undefined)
  assert.equal(await read(field, '__proto__'), undefined)
  assert.equal(await read(field, 'constructor'), undefined)
})

test('of two cookies with one name, the first one counts', async () => {
  assert.equal(await read('a=1;a=2', 'a'), '1')
  assert.equal(await read(['x=0; a=1', 'a=2'], 'a'), '1')
})

test('only spaces and tabs around a name are ignored', async () => {
  assert.equal(await read('\ta = 1 ;b=2', 'a'), '1')
  // A browser keeps it apart, and so lets any subdomain set it.
  assert.equal(await read('\xa0__Host-id=evil', '__Host-id'), undefined)
})

test('what cannot be decoded stays as it is', async () => {
  assert.equal(await read('a=%41%zz%C3%A9', 'a'), 'A%zzé')
  assert.equal(await read('a=%ff', 'a'), '\ufffd')
})

test('a request without cookies has none', async () => {
  assert.equal(await read([], 'a'), undefined)
})

test('any text comes back as it was', async () => {
  for (const value of ['', 'a b', 'é;"\\,=\r\n\0', '100%', '%41', '日本 🍵']) {
    const { cookies } = await answer((res) => setCookie(res, 'a', value))
    const [pair] = cookies[0].split(';')
    assert.match(pair, /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/)
    assert.equal(await read(`x=1; ${pair}; y=2`, 'a'), value)
  }
  const { cookies } = await answer((res) => setCookie(res, 'a', '\ud800'))
  assert.match(cookies[0], /^a=%EF%BF%BD;/)
})

test('a cookie is as closed as it can be by default', async () => {
  const { cookies } = await answer((res) => setCookie(res, 'a', '1'))
  assert.deepEqual(cookies, ['a=1; Path=/; HttpOnly; Secure; SameSite=lax'])
})

test('each attribute has an option', async () => {
  /** @type {CookieOptions} */
  const options = {
    path: '/shop',
    domain: 'example.com',
    maxAge: 60,
    httpOnly: false,
    sameSite: 'none',
  }
  const { cookies } = await answer((res) => setCookie(res, 'a', '1', options))
  assert.deepEqual(cookies, [
    'a=1; Path=/shop; Domain=example.com; Max-Age=60; Secure; SameSite=none',
  ])
})

test('several cookies are several fields', async () => {
  const { cookies } = await answer((res) => {
    setCookie(res, 'a', '1', { secure: false })
    setCookie(res, 'b', '2', { secure: false, sameSite: 'strict' })
    res.appendHeader('set-cookie', 'c=3')
  })
  assert.deepEqual(cookies, [
    'a=1; Path=/; HttpOnly; SameSite=lax',
    'b=2; Path=/; HttpOnly; SameSite=strict',
    'c=3',
  ])
})

test('a cookie is removed by a date that has passed', async () => {
  const { cookies } = await answer((res) => {
    deleteCookie(res, '__Host-a')
    deleteCookie(res, 'b', { path: '/b', maxAge: 60 })
  })
  const past = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT'
  assert.deepEqual(cookies, [
    `__Host-a=; Path=/; ${past}; HttpOnly; Secure; SameSite=lax`,
    `b=; Path=/b; ${past}; HttpOnly; Secure; SameSite=lax`,
  ])
})

test('nothing that a visitor writes becomes an attribute', async () => {
  const { cookies } = await answer((res) =>
    setCookie(res, 'a', 'x; Domain=evil.example\r\nSet-Cookie: b=1'),
  )
  assert.equal(cookies.length, 1)
  assert.equal(cookies[0].split(';').length, 5)
  assert.doesNotMatch(cookies[0], /Domain=/)
  for (const name of ['a;b', 'a=b', '', 'a b', 'é', 'a\n']) {
    assert.match(await refusal(name, '1'), /BAD_COOKIE/)
  }
  for (const options of [
    { path: '/; Domain=evil.example' },
    { path: '/\r\n' },
    { path: 'shop' },
    { domain: 'a.example; Path=/x' },
    { domain: '' },
    { sameSite: 'Lax; Domain=x' },
    { maxAge: '60; Domain=x' },
  ]) {
    assert.match(await refusal('a', '1', options), /BAD_OPTION/)
  }
})

test('a time in milliseconds is longer than browsers allow', async () => {
  const day = 24 * 60 * 60
  assert.match(await refusal('a', '1', { maxAge: day * 1000 }), /maxAge/)
  assert.match(await refusal('a', '1', { maxAge: 400 * day + 1 }), /maxAge/)
  assert.match(await refusal('a', '1', { maxAge: -1 }), /maxAge/)
  assert.match(await refusal('a', '1', { expires: new Date() }), /expires/)
})

test('a cookie that browsers would drop is an error', async () => {
  const secure = /expected secure: true/
  const insecure = { secure: false }
  assert.match(await refusal('__Host-a', '1', insecure), secure)
  assert.match(await refusal('__HOST-a', '1', insecure), secure)
  assert.match(await refusal('__Secure-a', '1', insecure), secure)
  const none = { sameSite: 'none', secure: false }
  assert.match(await refusal('a', '1', none), secure)
  const elsewhere = /expected path: '\/' and no domain/
  assert.match(await refusal('__Host-a', '1', { path: '/shop' }), elsewhere)
  const domain = { domain: 'a.example' }
  assert.match(await refusal('__Host-a', '1', domain), elsewhere)
  const { error } = await answer((res) =>
    setCookie(res, '__Secure-a', '1', { ...domain, path: '/shop' }),
  )
  assert.equal(error, undefined)
})

test('4,096 bytes are the most, and the error has none of them', async () => {
  const rest = 'a=; Path=/; HttpOnly; Secure; SameSite=lax'.length
  const value = 'secret'.repeat(1000).slice(0, 4096 - rest)
  const { cookies } = await answer((res) => setCookie(res, 'a', value))
  assert.equal(cookies[0].length, 4096)
  const message = await refusal('a', `${value}x`)
  assert.match(message, /expected at most 4096 bytes, got 4097/)
  assert.doesNotMatch(message, /secret/)
})

test('a value is text', async () => {
  for (const value of [1234, undefined, null, { secret: 1 }]) {
    const message = await refusal('a', value)
    assert.doesNotMatch(message, /1234|secret/)
  }
})

test('no shared cache keeps an answer with a cookie', async () => {
  const { headers } = await answer((res) => setCookie(res, 'a', '1'))
  assert.equal(headers.get('cache-control'), 'private')
  const own = await answer((res) => {
    res.setHeader('cache-control', 'no-store')
    setCookie(res, 'a', '1')
  })
  assert.equal(own.headers.get('cache-control'), 'no-store')
  const none = await answer(() => {})
  assert.equal(none.headers.get('cache-control'), null)
})

test('after the head, it is too late', async () => {
  const { error } = await answer((res) => {
    res.end('a')
    setCookie(res, 'a', '1')
  })
  assert.equal(error.code, 'ERR_HTTP_HEADERS_SENT')
})
