import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { Router } = await library('lib/index.js')

const handler = () => {}
const other = () => {}

const verbs = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options']
for (const verb of verbs) {
  test(`${verb}() registers ${verb.toUpperCase()}`, () => {
    const router = new Router()
    assert.equal(router[verb]('/a', handler), router, 'it can be chained')
    const found = router.find(verb.toUpperCase(), '/a')
    assert.equal(found.handler, handler)
    assert.equal(String(found.route), `${verb.toUpperCase()} /a`)
    assert.equal(router.find('PROPFIND', '/a'), null)
  })
}

test('add() takes any method', () => {
  const router = new Router().add('PROPFIND', '/a', handler)
  assert.equal(router.find('PROPFIND', '/a').handler, handler)
  assert.equal(router.find('GET', '/a'), null)
})

test('a path is found as a whole, and letter by letter', () => {
  const router = new Router().get('/a/b', handler).get('/', other)
  assert.equal(router.find('GET', '/').handler, other)
  for (const path of ['/a', '/a/', '/a/b/', '/a/b/c', '/A/b', '//a/b']) {
    assert.equal(router.find('GET', path), null, path)
  }
})

test('no path is found that nobody registered', () => {
  const router = new Router().get('/a', handler)
  for (const name of ['constructor', '__proto__', 'toString', 'a']) {
    assert.equal(router.find('GET', name), null, name)
    assert.equal(router.find('GET', `/${name}/`), null, name)
    assert.equal(router.find(name, '/a'), null, name)
  }
})

test('a route without parameters has none, not even inherited ones', () => {
  const { params } = new Router().get('/a', handler).find('GET', '/a')
  assert.deepEqual(Object.keys(params), [])
  assert.ok(!('constructor' in params))
  assert.throws(() => {
    params.id = '1'
  }, TypeError)
})

test('the same lookup finds the same object', () => {
  const router = new Router().get('/a', handler)
  assert.equal(router.find('GET', '/a'), router.find('GET', '/a'))
})

test('HEAD finds the HEAD route, or else the GET route', () => {
  const get = new Router().get('/a', handler)
  assert.equal(get.find('HEAD', '/a').handler, handler)
  for (const router of [
    new Router().get('/a', handler).head('/a', other),
    new Router().head('/a', other).get('/a', handler),
  ]) {
    assert.equal(router.find('HEAD', '/a').handler, other)
    assert.equal(router.find('GET', '/a').handler, handler)
  }
})

test('a HEAD route does not hide the GET routes of other paths', () => {
  for (const router of [
    new Router().get('/a', handler).head('/b', other),
    new Router().head('/b', other).get('/a', handler),
  ]) {
    assert.equal(router.find('HEAD', '/a').handler, handler)
    assert.equal(router.find('HEAD', '/b').handler, other)
    assert.equal(router.find('GET', '/b'), null)
  }
})

test('all() answers what no other route of the path does, in any order', () => {
  for (const router of [
    new Router().get('/a', handler).all('/a', other),
    new Router().all('/a', other).get('/a', handler),
  ]) {
    assert.equal(router.find('GET', '/a').handler, handler)
    assert.equal(router.find('HEAD', '/a').handler, handler)
    for (const method of ['POST', 'DELETE', 'PROPFIND']) {
      assert.equal(router.find(method, '/a').handler, other, method)
    }
  }
})

test('all() answers methods that other paths are the first to have', () => {
  const router = new Router().all('/a', other).post('/b', handler)
  assert.equal(router.find('POST', '/a').handler, other)
  assert.equal(router.find('PUT', '/a').handler, other)
})

test('allowed() names the methods of a path', () => {
  const router = new Router()
    .post('/a', handler)
    .get('/a', handler)
    .delete('/b', handler)
    .all('/c', handler)
  assert.deepEqual(router.allowed('/a'), ['GET', 'HEAD', 'OPTIONS', 'POST'])
  assert.deepEqual(router.allowed('/b'), ['DELETE', 'OPTIONS'])
  assert.deepEqual(router.allowed('/nowhere'), [])
  for (const method of ['GET', 'POST', 'DELETE']) {
    assert.ok(router.allowed('/c').includes(method), method)
  }
})

test('allowed() does not tell of a method that find() refuses', () => {
  const router = new Router().post('/a', handler).get('/b', handler)
  assert.deepEqual(router.allowed('/a'), ['OPTIONS', 'POST'])
  assert.deepEqual(router.allowed('/b'), ['GET', 'HEAD', 'OPTIONS'])
})

test('two routes for the same requests are an error that names both', () => {
  const router = new Router().get('/a', handler)
  assert.throws(() => router.get('/a', other), {
    code: 'ERR_VELOCY_ROUTE_CONFLICT',
    message: /GET \/a .*GET \/a/,
  })
  assert.equal(router.find('GET', '/a').handler, handler)
  const all = new Router().all('/a', handler)
  assert.throws(() => all.all('/a', other), {
    code: 'ERR_VELOCY_ROUTE_CONFLICT',
  })
})

test('a conflict leaves nothing behind', () => {
  const router = new Router().get('/a', handler)
  const before = String(router)
  assert.throws(() => router.get('/a', other))
  assert.equal(String(router), before)
  router.head('/a', other)
  assert.equal(router.find('GET', '/a').handler, handler)
})

test('a method that no request can have is refused', () => {
  const router = new Router()
  for (const method of ['DELETES', 'get', 'FOO', 'CONNECT', '']) {
    assert.throws(() => router.add(method, '/a', handler), {
      code: 'ERR_VELOCY_BAD_METHOD',
      message: new RegExp(`got "${method}".* such as "GET"`),
    })
  }
  for (const method of ['QUERY', 'PROPFIND', 'M-SEARCH', 'TRACE']) {
    router.add(method, '/a', handler)
    assert.equal(router.find(method, '/a').handler, handler)
  }
})

test('what is no method, path, handler or option is refused by name', () => {
  const router = new Router()
  for (const method of ['get', '', 'G T', undefined, 7]) {
    assert.throws(() => router.add(method, '/a', handler), {
      code: 'ERR_VELOCY_BAD_METHOD',
    })
  }
  for (const path of ['a', '', undefined, 7, '*', '/a?b=1', '/a#b']) {
    assert.throws(() => router.get(path, handler), {
      code: 'ERR_VELOCY_BAD_PATTERN',
    })
  }
  for (const path of [['/a', '/b'], /a/, router]) {
    assert.throws(() => router.get(path, handler), {
      code: 'ERR_VELOCY_BAD_PATTERN',
      message: /got object, expected a path/,
    })
  }
  for (const value of [undefined, 'text', {}]) {
    assert.throws(() => router.get('/a', value), {
      code: 'ERR_VELOCY_BAD_HANDLER',
    })
  }
  assert.throws(() => new Router({ notfound: handler }), {
    code: 'ERR_VELOCY_BAD_OPTION',
    message: /notfound.*notFound/,
  })
  assert.throws(() => new Router({ notFound: 7 }), {
    code: 'ERR_VELOCY_BAD_OPTION',
  })
  assert.equal(router.find('GET', '/a'), null, 'nothing was registered')
})

test('toString() shows every route', () => {
  const text = String(new Router().get('/a', handler).post('/b/c', other))
  for (const piece of ['GET', '/a', 'POST', '/b/c']) {
    assert.ok(text.includes(piece), `${piece} is missing in ${text}`)
  }
})
