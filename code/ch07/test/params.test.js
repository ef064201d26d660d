import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { library } from './library.js'

const { Router } = await library('lib/index.js')

/** The file whose folder lib is tested. */
const SERVER = process.env.APP
  ? pathToFileURL(process.env.APP)
  : new URL('../server.js', import.meta.url)

const handler = () => {}

/** @param {string[]} paths */
function routerOf(...paths) {
  const router = new Router()
  for (const path of paths) router.get(path, handler)
  return router
}

/**
 * The route that GET finds, as it was written, and its parameters.
 *
 * @param {any} router
 * @param {string} path
 */
function found(router, path) {
  const match = router.find('GET', path)
  return match && [match.route.path, { ...match.params }]
}

test('a parameter takes one segment, whatever is in it', () => {
  const router = routerOf('/users/:id')
  assert.deepEqual(found(router, '/users/42'), ['/users/:id', { id: '42' }])
  assert.deepEqual(found(router, '/users/a.b-c'), [
    '/users/:id',
    { id: 'a.b-c' },
  ])
  for (const path of ['/users', '/users/', '/users/42/', '/users/42/posts']) {
    assert.equal(found(router, path), null, path)
  }
})

test('what does not begin with a slash is no path', () => {
  const router = routerOf('/', '/:a', '/:a/:b')
  for (const path of ['', '*', 'a', 'a/b']) {
    assert.equal(found(router, path), null, path)
  }
})

test('parameters keep the order of the path', () => {
  const router = routerOf('/:owner/:repo/issues/:number')
  assert.deepEqual(found(router, '/nodejs/node/issues/1'), [
    '/:owner/:repo/issues/:number',
    { owner: 'nodejs', repo: 'node', number: '1' },
  ])
})

test('text goes before a parameter', () => {
  const router = routerOf('/users/:id', '/users/me')
  assert.equal(found(router, '/users/me')?.[0], '/users/me')
  assert.equal(found(router, '/users/mes')?.[0], '/users/:id')
  assert.equal(found(router, '/users/m')?.[0], '/users/:id')
})

test('a lookup that ends nowhere goes back', () => {
  const router = routerOf('/users/me/posts', '/users/:id/settings')
  assert.deepEqual(found(router, '/users/me/posts'), ['/users/me/posts', {}])
  assert.deepEqual(found(router, '/users/me/settings'), [
    '/users/:id/settings',
    { id: 'me' },
  ])
  assert.equal(found(router, '/users/me/photos'), null)
})

test('values of a way that led nowhere are forgotten', () => {
  const router = routerOf('/a/:b/:c/x', '/:a/b/:c/y', '/:p/:q/:r/z')
  assert.deepEqual(found(router, '/a/b/c/x')?.[1], { b: 'b', c: 'c' })
  assert.deepEqual(found(router, '/a/b/c/y')?.[1], { a: 'a', c: 'c' })
  assert.deepEqual(found(router, '/a/b/c/z')?.[1], { p: 'a', q: 'b', r: 'c' })
})

test('names belong to the route', () => {
  const router = routerOf('/users/:id', '/users/:user/posts')
  assert.deepEqual(found(router, '/users/42')?.[1], { id: '42' })
  assert.deepEqual(found(router, '/users/42/posts')?.[1], { user: '42' })
})

test('no parameter is inherited', () => {
  const router = routerOf('/users/:id')
  const { params } = router.find('GET', '/users/42')
  for (const name of ['constructor', 'toString', '__proto__']) {
    assert.ok(!(name in params), name)
  }
  assert.deepEqual(Object.keys(params), ['id'])
})

test('a parameter may have any name', () => {
  const router = routerOf('/:__proto__/:constructor')
  const { params } = router.find('GET', '/a/b')
  assert.deepEqual(Object.entries(params), [
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ])
})

test('a match has an object of its own, so handlers may write into it', () => {
  const router = routerOf('/users/:id')
  router.find('GET', '/users/1').params.id = 'changed'
  assert.deepEqual(found(router, '/users/2')?.[1], { id: '2' })
})

test('routes that match the same paths are refused, and both are named', () => {
  const router = routerOf('/users/:id')
  assert.throws(() => router.get('/users/:name', handler), {
    code: 'ERR_VELOCY_ROUTE_CONFLICT',
    message: /GET \/users\/:name .*GET \/users\/:id/,
  })
  assert.deepEqual(found(router, '/users/42'), ['/users/:id', { id: '42' }])
})

test('routes with different methods are no conflict', () => {
  const router = routerOf('/users/:id')
  router.put('/users/:name', handler)
  router.all('/users/:any', handler)
  const params = ['GET', 'PUT', 'PATCH'].map((method) =>
    Object.keys(router.find(method, '/users/42').params),
  )
  assert.deepEqual(params, [['id'], ['name'], ['any']])
  assert.deepEqual(router.allowed('/users/42'), [
    'GET',
    'HEAD',
    'OPTIONS',
    'PUT',
  ])
})

test('the path decides before the method does', () => {
  const router = new Router()
  router.all('/users/me', handler).get('/users/:id', handler)
  assert.equal(router.find('GET', '/users/me').route.path, '/users/me')
  assert.equal(router.find('GET', '/users/42').route.path, '/users/:id')
})

test('what is no pattern is refused', () => {
  const bad = ['', 'users', '/:', '/users/:1', '/a:b', '/:a-b', '/:a/:a', 5]
  for (const path of bad) {
    assert.throws(
      () => new Router().get(path, handler),
      { code: 'ERR_VELOCY_BAD_PATTERN' },
      String(path),
    )
  }
})

test('a path of ten thousand segments is looked up like any other', () => {
  const router = routerOf('/:a', '/:a/:b', '/x/:b/c')
  assert.equal(found(router, '/x'.repeat(10_000)), null)
})

test('the printed tree has all routes in it', () => {
  const paths = ['/', '/users', '/users/:id', '/users/:user/posts']
  const text = String(routerOf(...paths))
  assert.match(text, /^GET$/m)
  for (const path of paths) assert.ok(text.includes(`(${path})`), path)
})

/**
 * The bytes of a match with three parameters, in a process of its own.
 *
 * @param {string} first what is looked up before
 */
function bytesAfter(first) {
  const program = `
    const { Router } = await import(process.env.LIBRARY)
    const router = new Router()
    router.get('/:a', () => {}).get('/:a/:b/:c', () => {})
    const look = (path, count) =>
      Array.from({ length: count }, () => router.find('GET', path))
    look('${first}', 1000)
    look('/x/y/z', 1000)
    gc()
    const before = process.memoryUsage().heapUsed
    const found = look('/x/y/z', 100000)
    console.log((process.memoryUsage().heapUsed - before) / found.length)`
  const args = ['--expose-gc', '--min-semi-space-size=64']
  args.push('--input-type=module', '--eval', program)
  const { NODE_OPTIONS: _, ...env } = process.env
  env.LIBRARY = new URL('lib/index.js', SERVER).href
  return Number(execFileSync(process.execPath, args, { env, encoding: 'utf8' }))
}

test('the first requests do not decide how large parameters are', () => {
  const difference = bytesAfter('/x') - bytesAfter('/x/y/z')
  // Without the care, 24; the rest of the process moves the figure by some.
  assert.ok(Math.abs(difference) < 12, `${difference} bytes`)
})
