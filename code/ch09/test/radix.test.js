import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { Router } = await library('lib/index.js')

/** @param {string[]} paths @param {object} [options] */
function routerOf(paths, options) {
  const router = new Router(options)
  for (const path of paths) router.get(path, () => {})
  return router
}

/** @param {any} router @param {string} path */
function found(router, path) {
  const match = router.find('GET', path)
  return match && [match.route.path, { ...match.params }]
}

/**
 * All orders of a list.
 *
 * @param {string[]} list
 * @returns {string[][]}
 */
const orders = (list) =>
  list.length < 2
    ? [list]
    : list.flatMap((first) =>
        orders(list.filter((other) => other !== first)).map((rest) => [
          first,
          ...rest,
        ]),
      )

test('paths that begin alike are told apart', () => {
  const paths = ['/hell', '/hello', '/help', '/he', '/h/e/l/l', '/']
  for (const order of orders(paths)) {
    const router = routerOf(order)
    for (const path of paths) assert.deepEqual(found(router, path), [path, {}])
    for (const path of ['/hel', '/hellos', '/h', '/h/e', '//', '', '*']) {
      assert.equal(found(router, path), null, `${path} after ${order}`)
    }
  }
})

test('a site of long paths that differ in one place loses none of them', () => {
  const dashes = '-'.repeat(30)
  const differing = Array.from({ length: 300 }, (_, i) => String(1000 + i))
  // However far from its end a path is different.
  for (let end = 0; end < 16; end++) {
    const paths = differing.map((text) => `/${dashes}${text}${'-'.repeat(end)}`)
    const router = routerOf(paths)
    const lost = paths.filter((path) => found(router, path)?.[0] !== path)
    assert.deepEqual(lost, [])
  }
})

test('a node is split wherever two paths part', () => {
  const word = 'abcdef'
  for (let cut = 0; cut <= word.length; cut++) {
    const other = `/${word.slice(0, cut)}X/:id`
    const router = routerOf([`/${word}/:id/end`, other])
    assert.deepEqual(found(router, `/${word}/7/end`), [
      `/${word}/:id/end`,
      { id: '7' },
    ])
    assert.deepEqual(found(router, other.replace(':id', '8')), [
      other,
      { id: '8' },
    ])
  }
})

test('after a split what was below is still there', () => {
  const router = routerOf(['/users/:id/posts', '/users/*rest'])
  router.get('/user-groups/:group', () => {})
  router.get('/use', () => {})
  assert.deepEqual(found(router, '/users/7/posts'), [
    '/users/:id/posts',
    { id: '7' },
  ])
  assert.deepEqual(found(router, '/users/7/x'), [
    '/users/*rest',
    { rest: '7/x' },
  ])
  assert.deepEqual(found(router, '/use'), ['/use', {}])
})

test('a word that begins like a static one is a value', () => {
  const router = routerOf(['/users/me', '/users/mine', '/users/:id'])
  for (const id of ['m', 'mel', 'min', 'mines', 'me2', 'x']) {
    assert.deepEqual(found(router, `/users/${id}`), ['/users/:id', { id }])
  }
  assert.deepEqual(found(router, '/users/mine'), ['/users/mine', {}])
})

test('values of ways that were given up do not show', () => {
  const router = routerOf([
    '/:a/:b/:c/end',
    '/:x/*rest',
    '/one/:two/three/four',
  ])
  assert.deepEqual(found(router, '/one/2/three/end'), [
    '/:a/:b/:c/end',
    { a: 'one', b: '2', c: 'three' },
  ])
  assert.deepEqual(found(router, '/one/2/three/five'), [
    '/:x/*rest',
    { x: 'one', rest: '2/three/five' },
  ])
})

test('what one lookup has found, the next one does not change', () => {
  const router = routerOf(['/users/:id/:tab'])
  const first = router.find('GET', '/users/1/posts')
  const second = router.find('GET', '/users/2/likes')
  assert.deepEqual({ ...first.params }, { id: '1', tab: 'posts' })
  assert.deepEqual({ ...second.params }, { id: '2', tab: 'likes' })
})

test('many paths without parameters are all found, and no others', () => {
  const paths = Array.from({ length: 2000 }, (_, i) => `/page-${i}/text`)
  const router = routerOf(paths)
  for (const path of paths) assert.equal(found(router, path)?.[0], path)
  assert.equal(found(router, '/page-2000/text'), null)
  assert.equal(found(router, '/page-1/tex'), null)
})

test('paths that differ in a few characters are all found', () => {
  const kinds = [
    (/** @type {number} */ i) => `/shop/sku-${i}/details`,
    (/** @type {number} */ i) =>
      `/${String(i).padStart(60, '0')}/${'x'.repeat(60)}`,
    (/** @type {number} */ i) => `/${'x'.repeat(60)}${i}`,
  ]
  for (const kind of kinds) {
    const paths = Array.from({ length: 5000 }, (_, i) => kind(i))
    const router = routerOf(paths)
    for (const path of paths) assert.equal(found(router, path)?.[0], path)
    assert.equal(found(router, kind(5000)), null)
    // A path with a parameter, and there is a tree to walk.
    router.get('/:any', () => {})
    for (const path of paths) assert.equal(found(router, path)?.[0], path)
    assert.equal(found(router, kind(5000))?.[0] ?? '/:any', '/:any')
  }
})

test('a node has as many children as there are characters', () => {
  const paths = [
    ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&()+,;=@',
  ].map((character) => `/${character}/:x`)
  const router = routerOf(paths)
  for (const path of paths) assert.equal(found(router, path)?.[0], path)
  assert.equal(found(router, '/"/x'), null)
  assert.equal(found(router, '/\u20ac/x'), null)
})

test('every route is found among hundreds with parameters', () => {
  const router = new Router()
  const words = ['a', 'ab', 'abc', 'b', 'ba', 'bab']
  const paths = words.flatMap((one) =>
    words.flatMap((two) => [`/${one}/:x/${two}`, `/${one}/${two}/:y`]),
  )
  for (const path of paths) router.get(path, () => {})
  for (const path of paths) {
    const sent = path.replace(':x', 'zz').replace(':y', 'zz')
    assert.equal(router.find('GET', sent)?.route.path, path)
  }
})
