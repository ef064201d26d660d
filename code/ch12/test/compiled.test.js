import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { library } from './library.js'

const { createServer, Router } = await library('lib/index.js')

/**
 * A router whose routes are code, where code may be made from strings.
 *
 * @param {string[]} paths
 */
function compiled(paths) {
  const router = new Router()
  for (const path of paths) router.get(path, () => {})
  return router.compile()
}

/**
 * The programs that are made from strings while something runs.
 *
 * @param {() => unknown} use
 */
async function programsMadeBy(use) {
  const { Function: original } = globalThis
  /** @type {string[]} */
  const sources = []
  globalThis.Function = new Proxy(original, {
    construct(target, values) {
      sources.push(values.at(-1))
      return Reflect.construct(target, values)
    },
  })
  try {
    await use()
  } finally {
    globalThis.Function = original
  }
  return sources
}

/** @param {any} found */
const plain = (found) => found && [found.route.path, { ...found.params }]

test('a server compiles its routes before the first request', async () => {
  const router = new Router().get(
    '/users/:id',
    (/** @type {any} */ req) => req.params.id,
  )
  const server = createServer(router)
  const start = async () => once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    assert.equal((await programsMadeBy(start)).length, 1)
    const made = await programsMadeBy(async () => {
      const { port } = server.address()
      const response = await fetch(`http://127.0.0.1:${port}/users/7`)
      assert.equal(await response.text(), '7')
    })
    assert.deepEqual(made, [])
  } finally {
    server.close()
  }
})

test('lookups compile nothing, nor does a second call', async () => {
  const router = new Router().get('/users/:id', () => {})
  const lookUp = () => {
    for (let i = 0; i < 5000; i++) router.find('GET', `/users/${i}`)
  }
  assert.deepEqual(await programsMadeBy(lookUp), [])
  assert.equal((await programsMadeBy(() => router.compile())).length, 1)
  assert.deepEqual(await programsMadeBy(lookUp), [])
  assert.deepEqual(await programsMadeBy(() => router.compile()), [])
  router.get('/teams/:id', () => {})
  assert.equal((await programsMadeBy(() => router.compile())).length, 1)
})

test('a router without routes compiles, and finds nothing', () => {
  const router = new Router().compile()
  assert.equal(router.find('GET', '/'), null)
  assert.deepEqual(router.allowed('/'), [])
})

test('a route that comes later is found, and so are those before it', () => {
  const router = compiled(['/users/:id'])
  assert.deepEqual(plain(router.find('GET', '/users/7')), [
    '/users/:id',
    { id: '7' },
  ])
  router.get('/users/me', () => {})
  router.post('/users/:name', () => {})
  for (const prepare of [() => {}, () => router.compile()]) {
    prepare()
    assert.equal(router.find('GET', '/users/me').route.path, '/users/me')
    assert.deepEqual(plain(router.find('GET', '/users/7')), [
      '/users/:id',
      { id: '7' },
    ])
    assert.deepEqual(plain(router.find('POST', '/users/7')), [
      '/users/:name',
      { name: '7' },
    ])
    assert.deepEqual(router.allowed('/users/7'), [
      'GET',
      'HEAD',
      'OPTIONS',
      'POST',
    ])
  }
})

test('a route that conflicts leaves all as it was', () => {
  const router = compiled(['/users/:id', '/users/:id/posts'])
  assert.throws(() => router.get('/users/:name', () => {}), {
    code: 'ERR_VELOCY_ROUTE_CONFLICT',
  })
  assert.equal(router.find('GET', '/users/7').route.path, '/users/:id')
  assert.equal(router.find('GET', '/users/7/posts').params.id, '7')
})

test('nothing that a route says becomes a part of the program', () => {
  const texts = [
    '"',
    "'",
    '`',
    '\\',
    '\u0024{globalThis.broken=1}',
    '*/globalThis.broken=1/*',
    '");globalThis.broken=1//',
    "');globalThis.broken=1//",
    '</script>',
    '\u2028',
    '\u2029',
    'é',
    '\n',
    '%2F',
  ].flatMap((text) => [text, `a longer one ${text} with an end`])
  // A slash would divide them, and an asterisk is for wildcards.
  const words = texts.map((text) =>
    text.replaceAll('/', '|').replaceAll('*', '+').replaceAll(':', ';'),
  )
  const router = compiled(
    words.flatMap((word) => [`/s/${word}`, `/p/:id/${word}`]),
  )
  for (const word of words) {
    const sent = word.replace(/[^!-~]|\\/g, encodeURIComponent)
    assert.equal(router.find('GET', `/s/${sent}`)?.route.path, `/s/${word}`)
    assert.deepEqual(plain(router.find('GET', `/p/7/${sent}`)), [
      `/p/:id/${word}`,
      { id: '7' },
    ])
  }
  assert.equal('broken' in globalThis, false)
})

test('a parameter may be called like anything in the program', () => {
  const names = [
    ...['__proto__', 'constructor', 'prototype', 'this', 'return', 'arguments'],
    ...['path', 'sent', 'method', 'length', 'p0', 's0', 'e0', 'c0', 'find'],
    ...['part0', 'constants', 'match0', 'Params0', 'toString', 'valueOf'],
  ]
  const router = compiled(
    names.map((name, index) => `/${index}/:${name}/:${name}_2`),
  )
  for (const [index, name] of names.entries()) {
    const { params } = router.find('GET', `/${index}/a/b`)
    assert.deepEqual(Object.keys(params), [name, `${name}_2`])
    assert.deepEqual(Object.values(params), ['a', 'b'])
    assert.equal(Object.getPrototypeOf(Object.getPrototypeOf(params)), null)
  }
})

test('params of one request are not those of another', () => {
  const router = compiled(['/users/:id', '/'])
  const one = router.find('GET', '/users/1').params
  one.extra = 'mine'
  assert.deepEqual({ ...router.find('GET', '/users/1').params }, { id: '1' })
  assert.throws(() => {
    router.find('GET', '/').params.extra = 'everybody’s'
  }, TypeError)
})

test('a path that ends anywhere in a route is not that route', () => {
  const paths = ['/a/:b/cde/:f', '/abcdefghijklmnop/:q', '/a/longer-than-ten']
  const router = compiled(paths)
  for (const path of ['/a/x/cde/y', '/abcdefghijklmnop/x', paths[2]]) {
    assert.ok(router.find('GET', path), path)
    for (let length = 0; length < path.length; length++) {
      const part = path.slice(0, length)
      // A value may be shorter.
      const isWhole = /^\/a\/x\/cde\/y|^\/abcdefghijklmnop\/x$/.test(part)
      assert.equal(router.find('GET', part) !== null, isWhole, part)
    }
  }
})

test('256 parameters, and 200 alternatives below each other, are found', () => {
  const names = Array.from({ length: 256 }, (_, i) => `n${i}`)
  const nested = Array.from(
    { length: 200 },
    (_, i) => `${'/x'.repeat(i)}/:v/end`,
  )
  const router = compiled([
    `/${names.map((n) => `:${n}`).join('/')}`,
    ...nested,
  ])
  const { params } = router.find('GET', `/${names.join('/')}`)
  assert.deepEqual(Object.keys(params), names)
  assert.deepEqual(Object.values(params), names)
  for (const path of nested) {
    assert.equal(router.find('GET', path.replace(':v', 'y')).route.path, path)
  }
  assert.equal(router.find('GET', `${'/x'.repeat(200)}/y`), null)
})

test('2,000 routes are found, each with its own values', () => {
  const paths = Array.from({ length: 400 }, (_, i) => `/part-${i}`).flatMap(
    (part) => [
      part,
      `${part}/:id`,
      `${part}/:id/items`,
      `${part}/:id/items/:item`,
      `${part}/files/*path`,
    ],
  )
  const router = compiled(paths)
  for (const path of paths) {
    const sent = path.replace(/[:*](\w+)/g, (_, name) => `the-${name}`)
    const found = router.find('GET', sent)
    assert.equal(found?.route.path, path)
    for (const name of found.route.names) {
      assert.equal(found.params[name], `the-${name}`)
    }
    assert.equal(
      router.find('GET', `${sent}~/no`)?.route.hasWildcard ?? false,
      path.includes('*'),
    )
    assert.equal(router.find('POST', sent), null)
    assert.deepEqual(router.allowed(sent), ['GET', 'HEAD', 'OPTIONS'])
  }
})

test('routes of a router that is mounted are compiled with its own', async () => {
  const router = new Router()
  router.group('/users', (/** @type {any} */ users) => {
    users.get('/:id', () => {})
  })
  const [source] = await programsMadeBy(() => router.compile())
  assert.match(source, /this\["id"\]/)
  assert.equal(router.find('GET', '/users/7')?.params.id, '7')
})
