import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import { inject } from './serving.js'

const { Router, VelocyError } = await library('lib/index.js')
const { escapeHtml } = await library('lib/http/html.js')
const { securityHeaders } = await library('lib/middleware/security-headers.js')
const { trustProxy } = await library('lib/middleware/trust-proxy.js')

/** @param {object} [fields] */
function routerOf(fields) {
  const router = new Router()
  router.use(trustProxy(['127.0.0.1']), securityHeaders(fields))
  router.get('/', (/** @type {any} */ { nonce }) => String(nonce))
  router.get('/own', (/** @type {any} */ _req, /** @type {any} */ res) => {
    res.setHeader('content-security-policy', "default-src 'none'")
    return 'own'
  })
  router.get('/fails', () => {
    throw new VelocyError('ERR_TEST', 'It fails', { status: 503, expose: true })
  })
  return router
}

/**
 * @param {any} router
 * @param {any} [options]
 * @returns {Promise<Record<string, string>>}
 */
async function ask(router, options = '/') {
  const answer = await inject(router, options)
  const text = await answer.text()
  return { ...Object.fromEntries(answer.headers), text }
}

const NAMES = {
  csp: 'content-security-policy',
  hsts: 'strict-transport-security',
}

test('a page says which scripts it has, by a nonce of its own', async () => {
  const router = routerOf()
  const first = await ask(router)
  assert.match(first.text, /^[\w-]{22}$/)
  const nonce = `'nonce-${first.text}'`
  assert.equal(
    first[NAMES.csp],
    `default-src 'self'; script-src ${nonce} 'strict-dynamic'; ` +
      "object-src 'none'; base-uri 'none'; form-action 'self'; " +
      "frame-ancestors 'none'",
  )
  const second = await ask(router)
  assert.notEqual(second.text, first.text)
})

test('browsers are told what others may do with an answer', async () => {
  const fields = await ask(routerOf())
  assert.equal(fields['x-content-type-options'], 'nosniff')
  assert.equal(fields['referrer-policy'], 'same-origin')
  assert.equal(fields['cross-origin-opener-policy'], 'same-origin')
  assert.equal(fields['cross-origin-resource-policy'], 'same-origin')
})

test('the answers to errors and misses have the fields, too', async () => {
  for (const path of ['/fails', '/no']) {
    const fields = await ask(routerOf(), path)
    assert.equal(fields['x-content-type-options'], 'nosniff', path)
    assert.match(fields[NAMES.csp], /default-src/, path)
  }
})

test('only HTTPS is told to stay with HTTPS', async () => {
  const over = (/** @type {string} */ proto) => ({
    path: '/',
    headers: { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': proto },
  })
  const router = routerOf()
  assert.equal((await ask(router))[NAMES.hsts], undefined)
  assert.equal((await ask(router, over('http')))[NAMES.hsts], undefined)
  const { [NAMES.hsts]: hsts } = await ask(router, over('https'))
  assert.equal(hsts, 'max-age=31536000')
})

test('without trustProxy, the connection says what HTTPS is', () => {
  const hstsOf = (/** @type {object} */ socket) => {
    const fields = new Map()
    const res = { setHeader: fields.set.bind(fields) }
    securityHeaders()({ socket }, res)
    return fields.get(NAMES.hsts)
  }
  assert.equal(hstsOf({ encrypted: true }), 'max-age=31536000')
  assert.equal(hstsOf({}), undefined)
})

test('fields can be replaced, added and left out', async () => {
  const fields = await ask(
    routerOf({
      'content-security-policy': "script-src 'nonce'; style-src 'nonce'",
      'cross-origin-opener-policy': false,
      'permissions-policy': 'camera=()',
    }),
  )
  const nonce = `'nonce-${fields.text}'`
  assert.equal(fields[NAMES.csp], `script-src ${nonce}; style-src ${nonce}`)
  assert.equal(fields['cross-origin-opener-policy'], undefined)
  assert.equal(fields['permissions-policy'], 'camera=()')
  assert.equal(fields['referrer-policy'], 'same-origin')
})

test('a handler has the last word', async () => {
  const fields = await ask(routerOf(), '/own')
  assert.equal(fields[NAMES.csp], "default-src 'none'")
})

test('names may have capitals, and what is undefined is as if not given', async () => {
  const fields = await ask(
    routerOf({
      'Content-Security-Policy': "default-src 'none'",
      'referrer-policy': undefined,
    }),
  )
  assert.equal(fields[NAMES.csp], "default-src 'none'")
  assert.equal(fields['referrer-policy'], 'same-origin')
})

test('a field that cannot be sent is an error at once', () => {
  for (const fields of [
    { 'content-security-policy': "default-src 'self';\n script-src *" },
    { 'content security policy': 'x' },
  ]) {
    assert.throws(() => securityHeaders(fields), TypeError)
  }
})

test('escaped text has no markup, wherever it stands', () => {
  assert.equal(
    escapeHtml(`<a href="x" id='y'>&amp;</a>`),
    '&#60;a href=&#34;x&#34; id=&#39;y&#39;&#62;&#38;amp;&#60;/a&#62;',
  )
  assert.equal(escapeHtml('Åse & João'), 'Åse &#38; João')
  for (const value of [0, null, undefined, ['<b>'], { toString: () => '<' }]) {
    assert.doesNotMatch(escapeHtml(value), /[<>"']/)
  }
})
