import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import { inject } from './serving.js'

const { Router, VelocyError } = await library('lib/index.js')
const { cors } = await library('lib/middleware/cors.js')

const APP = 'https://app.example'

/** @param {object} [options] */
function routerOf(options) {
  const router = new Router()
  router.use(cors({ origins: [APP], ...options }))
  router.get('/', () => 'hi')
  router.put('/', () => 'done')
  router.get('/choice', (/** @type {any} */ _req, /** @type {any} */ res) =>
    String(res.choose('text/plain')),
  )
  router.get('/fails', () => {
    throw new VelocyError('ERR_TEST', 'It fails', { status: 409 })
  })
  return router
}

/**
 * @param {any} router
 * @param {string | undefined} origin
 * @param {any} [options] of inject
 */
async function ask(router, origin, options) {
  const { headers, ...rest } = { path: '/', ...options }
  const from = origin === undefined ? {} : { origin }
  const answer = await inject(router, {
    ...rest,
    headers: { ...from, ...headers },
  })
  const field = (/** @type {string} */ name) => answer.headers.get(name)
  return {
    status: answer.status,
    origin: field('access-control-allow-origin'),
    credentials: field('access-control-allow-credentials'),
    methods: field('access-control-allow-methods'),
    headers: field('access-control-allow-headers'),
    maxAge: field('access-control-max-age'),
    vary: field('vary'),
    text: await answer.text(),
  }
}

/** @param {string} method @param {string} [names] */
const preflight = (method, names) => ({
  method: 'OPTIONS',
  headers: {
    'access-control-request-method': method,
    ...(names && { 'access-control-request-headers': names }),
  },
})

test('pages of a listed origin may read the answer, no others', async () => {
  const router = routerOf()
  const listed = await ask(router, APP)
  assert.equal(listed.origin, APP)
  assert.equal(listed.credentials, null)
  for (const origin of [
    'http://app.example',
    'https://app.example.evil.example',
    'https://evilapp.example',
    'https://APP.example',
    'null',
    '',
  ]) {
    const other = await ask(router, origin)
    assert.equal(other.origin, null, origin)
    // It can't read the answer, but it has had its way.
    assert.equal(other.text, 'hi')
  }
})

test('every answer says that it depends on Origin', async () => {
  const router = routerOf()
  for (const origin of [APP, 'https://evil.example', undefined]) {
    assert.equal((await ask(router, origin)).vary, 'Origin')
  }
  const { vary } = await ask(router, APP, { path: '/choice' })
  assert.equal(vary, 'Origin, Accept')
})

test('what else an answer depends on is kept', async () => {
  const router = new Router()
  router.use(
    (/** @type {any} */ _req, /** @type {any} */ res) => {
      res.setHeader('vary', 'Accept-Language')
    },
    cors({ origins: [APP] }),
  )
  router.get('/', () => 'hi')
  assert.equal((await ask(router, APP)).vary, 'Accept-Language, Origin')
})

test('a field of the request never gets into Vary', async () => {
  const { vary } = await ask(routerOf(), APP, { headers: { vary: '*' } })
  assert.equal(vary, 'Origin')
})

test('with a star, the answer is the same for all', async () => {
  const router = routerOf({ origins: '*' })
  for (const origin of ['https://any.example', undefined]) {
    const answer = await ask(router, origin)
    assert.equal(answer.origin, '*')
    assert.equal(answer.vary, null)
  }
})

test('errors and misses can be read, too', async () => {
  const router = routerOf({ credentials: true })
  for (const [path, status] of Object.entries({ '/fails': 409, '/no': 404 })) {
    const answer = await ask(router, APP, { path })
    assert.equal(answer.status, status)
    assert.equal(answer.origin, APP)
    assert.equal(answer.credentials, 'true')
    assert.equal(answer.vary, 'Origin')
  }
})

test('credentials are for listed origins', async () => {
  const router = routerOf({ credentials: true })
  const listed = await ask(router, APP)
  assert.equal(listed.credentials, 'true')
  assert.equal(listed.origin, APP)
  const other = await ask(router, 'https://evil.example')
  assert.equal(other.credentials, null)
})

test('a star with credentials is an error', () => {
  assert.throws(() => cors({ origins: '*', credentials: true }), {
    code: 'ERR_VELOCY_BAD_OPTION',
    message: /origins/,
  })
})

test('a preflight is answered with what is allowed', async () => {
  assert.deepEqual(
    await ask(routerOf(), APP, preflight('PUT', 'content-type')),
    {
      status: 204,
      origin: APP,
      credentials: null,
      methods: 'GET, HEAD, POST, PUT, PATCH, DELETE',
      headers: 'content-type',
      maxAge: '600',
      vary: 'Origin',
      text: '',
    },
  )
  const options = {
    credentials: true,
    headers: ['x-a', 'authorization'],
  }
  const answer = await ask(routerOf(options), APP, preflight('DELETE', 'x-b'))
  assert.equal(answer.status, 204)
  assert.equal(answer.methods, 'GET, HEAD, POST, PUT, PATCH, DELETE')
  assert.equal(answer.headers, 'x-a, authorization')
  assert.equal(answer.credentials, 'true')
  assert.equal(answer.maxAge, '600')
})

test('a preflight from elsewhere gets no permission', async () => {
  const evil = 'https://evil.example'
  const answer = await ask(routerOf(), evil, preflight('PUT', 'x-a'))
  assert.equal(answer.origin, null)
  assert.equal(answer.methods, null)
  assert.equal(answer.headers, null)
  assert.equal(answer.vary, 'Origin')
})

test('an OPTIONS that is no preflight goes to the router', async () => {
  const { methods, origin } = await ask(routerOf(), APP, { method: 'OPTIONS' })
  assert.equal(methods, null)
  assert.equal(origin, APP)
})

test('options that cannot be meant are errors', () => {
  for (const options of [
    undefined,
    {},
    { origins: APP },
    { origins: ['*'] },
    { origins: [/app/] },
    { origins: ['null'] },
    { origins: [APP], methods: ['GET'] },
    { origins: [APP], headers: ['a, b'] },
    { origins: [APP], credentials: 'true' },
    { origin: [APP] },
  ]) {
    assert.throws(() => cors(options), { code: 'ERR_VELOCY_BAD_OPTION' })
  }
})
