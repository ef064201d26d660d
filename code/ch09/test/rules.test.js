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

test('a wildcard takes all that is left, which may be nothing', () => {
  const router = routerOf(['/files/*path'])
  for (const path of ['', 'a', 'a/b', '/', 'a//b/', '*']) {
    assert.deepEqual(found(router, `/files/${path}`), [
      '/files/*path',
      { path },
    ])
  }
  assert.equal(found(router, '/files'), null)
  assert.equal(found(router, '/filesystem'), null)
})

test('a wildcard without a name is called *', () => {
  assert.deepEqual(found(routerOf(['/*']), '/a/b'), ['/*', { '*': 'a/b' }])
})

test('a wildcard is decoded once, as a parameter is', () => {
  const router = routerOf(['/files/*path', '/tags/:tag'])
  assert.deepEqual(found(router, '/files/a%2Fb/%2541')?.[1], {
    path: 'a/b/%41',
  })
  assert.deepEqual(found(router, '/tags/a%2Fb')?.[1], { tag: 'a/b' })
})

test('a wildcard stands at the end', () => {
  for (const path of ['/a/*rest/b', '/a/b*', '/*a/', '/a/*b-c', '/a/**']) {
    assert.throws(() => new Router().get(path, () => {}), {
      code: 'ERR_VELOCY_BAD_PATTERN',
    })
  }
  assert.doesNotThrow(() => new Router().get('/a/%2A', () => {}))
})

test('static comes before a parameter, and that before a wildcard', () => {
  const paths = [
    '/users/me',
    '/users/:id',
    '/users/:user/posts',
    '/users/*rest',
  ]
  for (const order of [paths, paths.toReversed()]) {
    const router = routerOf(order)
    assert.deepEqual(found(router, '/users/me'), ['/users/me', {}])
    assert.deepEqual(found(router, '/users/mel'), ['/users/:id', { id: 'mel' }])
    assert.deepEqual(found(router, '/users/me/posts'), [
      '/users/:user/posts',
      { user: 'me' },
    ])
    assert.deepEqual(found(router, '/users/me/likes'), [
      '/users/*rest',
      { rest: 'me/likes' },
    ])
    assert.deepEqual(found(router, '/users/'), ['/users/*rest', { rest: '' }])
    assert.equal(found(router, '/users'), null)
  }
})

test('precedence goes from left to right', () => {
  const router = routerOf(['/:a/b', '/a/*rest'])
  assert.deepEqual(found(router, '/a/b'), ['/a/*rest', { rest: 'b' }])
  assert.deepEqual(found(router, '/c/b'), ['/:a/b', { a: 'c' }])
})

test('each method has its own routes, and then paths decide', () => {
  const router = new Router()
  router.get('/users/me', () => {})
  router.post('/users/:id', () => {})
  router.all('/users/*rest', () => {})
  assert.equal(router.find('POST', '/users/me').route.path, '/users/:id')
  assert.equal(router.find('GET', '/users/7').route.path, '/users/*rest')
  assert.equal(router.find('DELETE', '/users/me').route.path, '/users/*rest')
})

test('with caseSensitive: false only static text is folded', () => {
  const router = routerOf(['/Users/:Id', '/caf%C3%A9', '/Files/*Path'], {
    caseSensitive: false,
  })
  assert.deepEqual(found(router, '/USERS/Ada'), ['/Users/:Id', { Id: 'Ada' }])
  assert.equal(found(router, '/CAF%c3%a9')?.[0], '/caf%C3%A9')
  assert.deepEqual(found(router, '/files/A/b')?.[1], { Path: 'A/b' })
  assert.throws(() => router.get('/USERS/:name', () => {}), {
    code: 'ERR_VELOCY_ROUTE_CONFLICT',
  })
})

test('case counts unless told otherwise', () => {
  const router = routerOf(['/About'])
  assert.equal(found(router, '/about'), null)
  router.get('/about', () => {})
  assert.equal(found(router, '/about')?.[0], '/about')
  assert.equal(found(router, '/About')?.[0], '/About')
})

test('with strictSlash: false a slash at the end makes no difference', () => {
  const router = routerOf(['/about', '/docs/', '/users/:id', '/'], {
    strictSlash: false,
  })
  assert.equal(found(router, '/about/')?.[0], '/about')
  assert.equal(found(router, '/docs')?.[0], '/docs/')
  assert.deepEqual(found(router, '/users/7/'), ['/users/:id', { id: '7' }])
  assert.equal(found(router, '/about//'), null)
  assert.equal(found(router, '/users/'), null)
  assert.equal(found(router, '/')?.[0], '/')
})

test('with strictSlash: false exactly the path still comes first', () => {
  const router = routerOf(['/a', '/a/', '/:any'], { strictSlash: false })
  assert.equal(found(router, '/a')?.[0], '/a')
  assert.equal(found(router, '/a/')?.[0], '/a/')
  assert.deepEqual(found(router, '/b/'), ['/:any', { any: 'b' }])
})

test('with strictSlash: false a wildcard does not switch the option off', () => {
  const router = routerOf(
    ['/*', '/about', '/users/:id', '/users/*rest', '/files/*path', '/docs/'],
    { strictSlash: false },
  )
  assert.equal(found(router, '/about/')?.[0], '/about')
  assert.equal(found(router, '/docs')?.[0], '/docs/')
  assert.deepEqual(found(router, '/users/42/'), ['/users/:id', { id: '42' }])
  assert.deepEqual(found(router, '/users/42/x/'), [
    '/users/*rest',
    { rest: '42/x/' },
  ])
  assert.deepEqual(found(router, '/files'), ['/files/*path', { path: '' }])
  assert.deepEqual(found(router, '/nowhere/'), ['/*', { '*': 'nowhere/' }])
  router.get('/files', () => {})
  assert.equal(found(router, '/files/')?.[0], '/files')
})

test('without it, /about/ is another path', () => {
  assert.equal(found(routerOf(['/about']), '/about/'), null)
})

test('options that are none are an error that names those there are', () => {
  assert.throws(() => new Router({ ignoreCase: true }), {
    code: 'ERR_VELOCY_BAD_OPTION',
    message: /ignoreCase.*caseSensitive.*strictSlash/,
  })
  assert.throws(() => new Router({ strictSlash: 'no' }), {
    code: 'ERR_VELOCY_BAD_OPTION',
  })
})

test('a conflict names both routes, as they were written', () => {
  for (const [present, added] of [
    ['/users/:id', '/users/:name'],
    ['/files/*path', '/files/*'],
    ['/a/:b/c', '/a/:x/c'],
    ['/caf%c3%a9', '/café'],
    ['/same', '/same'],
  ]) {
    const router = routerOf([present])
    assert.throws(
      () => router.get(added, () => {}),
      (/** @type {any} */ error) => {
        assert.equal(error.code, 'ERR_VELOCY_ROUTE_CONFLICT')
        assert.ok(error.message.includes(`GET ${added} `), error.message)
        assert.ok(error.message.includes(`GET ${present}:`), error.message)
        return true
      },
    )
  }
})

test('routes that overlap are no conflict', () => {
  assert.doesNotThrow(() =>
    routerOf(['/a/b', '/a/:x', '/a/*', '/:x/b', '/*', '/a/:y/', '/a/:z/c']),
  )
})

test('the drawing shows nodes in the order of the walk', () => {
  const router = routerOf(['/users/*rest', '/users/:id/posts', '/users/me'])
  router.get('/use', () => {})
  assert.equal(
    String(router),
    [
      'GET',
      '└─ /use  (/use)',
      '   └─ rs/',
      '      ├─ me  (/users/me)',
      '      ├─ :',
      '      │  └─ /posts  (/users/:id/posts)',
      '      └─ *  (/users/*rest)',
    ].join('\n'),
  )
})
