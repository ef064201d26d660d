import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'

const { decode } = await library('lib/common/percent.js')
const { normalizePath } = await library('lib/router/path.js')
const { Router } = await library('lib/index.js')

/** What is no escape of UTF-8, each with its reason. */
const BAD = {
  '/%': 'nothing follows',
  '/100%': 'nothing follows',
  '/%4': 'one digit',
  '/%zz': 'no digits',
  '/%%20': 'a percent sign in place of digits',
  '/%u00e3': 'an escape of no standard',
  '/%C3': 'the first of two bytes',
  '/%C3/%A3': 'the two bytes apart',
  '/%A3': 'a second byte without a first',
  '/%FF': 'no byte of UTF-8',
  '/%C0%AF': 'a slash in two bytes',
  '/%ED%A0%80': 'half of a surrogate pair',
  '/%F4%90%80%80': 'above U+10FFFF',
}

const handler = () => {}

/** @param {...string} paths */
function routerOf(...paths) {
  const router = new Router()
  for (const path of paths) router.get(path, handler)
  return router
}

test('an escaped unreserved character stands for itself', () => {
  const unreserved =
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'
  for (const character of unreserved) {
    const hex = character.charCodeAt(0).toString(16)
    for (const digits of [hex, hex.toUpperCase()]) {
      assert.equal(normalizePath(`/a%${digits}`), `/a${character}`)
    }
  }
})

test('so does every visible character that divides nothing', () => {
  for (const character of '!"$&\'()*+,-.:;<=>@[]^_`{|}~') {
    const hex = character.charCodeAt(0).toString(16).toUpperCase()
    const escaped = `%${hex}`
    assert.equal(normalizePath(`/a${escaped}%20`), `/a${character}%20`)
    assert.equal(normalizePath(`/a${character}%20`), `/a${character}%20`)
    // Whichever of the two a route is written with, both find it.
    const raw = ':*'.includes(character) ? escaped : character
    for (const path of [`/a${raw}`, `/a${escaped}`]) {
      const router = routerOf(path)
      for (const sent of [`/a${character}`, `/a${escaped.toLowerCase()}`]) {
        assert.equal(router.find('GET', sent)?.route.path, path, sent)
      }
    }
    assert.throws(() => routerOf(`/a${raw}`, `/a${escaped.toLowerCase()}`), {
      code: 'ERR_VELOCY_ROUTE_CONFLICT',
    })
  }
})

test('every other escape stays, its digits in upper case', () => {
  assert.equal(normalizePath('/a%2fb'), '/a%2Fb')
  assert.equal(normalizePath('/%e2%82%aC'), '/%E2%82%AC')
  assert.equal(normalizePath('/100%25'), '/100%25')
  assert.equal(normalizePath('/a%20b+c'), '/a%20b+c')
  assert.equal(normalizePath('/%3f%23%00%7f%1b'), '/%3F%23%00%7F%1B')
})

test('an escaped backslash stays: to a browser it is a slash', () => {
  assert.equal(normalizePath('/%5cevil.test'), '/%5Cevil.test')
  const { host } = new URL(normalizePath('/%5Cevil.test'), 'http://ours.test')
  assert.equal(host, 'ours.test')
  for (const route of ['/a\\b', '/a%5cb']) {
    const router = routerOf(route)
    for (const sent of ['/a%5Cb', '/a%5cb', '/%61%5Cb']) {
      assert.equal(router.find('GET', sent)?.route.path, route, sent)
    }
    assert.equal(router.find('GET', '/a/b'), null)
  }
  const { params } = routerOf('/:name').find('GET', '/a%5Cb')
  assert.equal(params.name, 'a\\b')
})

test('normalising once is enough', () => {
  for (const path of ['/%2541', '/%252f', '/%25%34%31', '/%7E%7e']) {
    const once = normalizePath(path)
    assert.equal(normalizePath(once), once)
  }
  assert.equal(normalizePath('/%2541'), '/%2541')
})

test('a bad escape is an error of the request', () => {
  for (const [path, reason] of Object.entries(BAD)) {
    assert.throws(
      () => normalizePath(path),
      { code: 'ERR_VELOCY_BAD_ESCAPE', status: 400 },
      `${path}: ${reason}`,
    )
  }
})

test('decode decodes once', () => {
  assert.equal(decode('jo%C3%A3o'), 'joão')
  assert.equal(decode('a%2Fb'), 'a/b')
  assert.equal(decode('%2541'), '%41')
  assert.equal(decode('%F0%9F%91%A9'), '👩')
  assert.equal(decode('a+b'), 'a+b')
})

test('decode takes nothing amiss', () => {
  assert.equal(decode('100%'), '100%')
  assert.equal(decode('%4%zz%u00e3'), '%4%zz%u00e3')
  assert.equal(decode('%ff%41'), '\ufffdA')
  assert.equal(decode('\u00e9%ff'), '\u00e9\ufffd')
  assert.equal(decode('%EF%BB%BFa'), '\ufeffa')
  assert.equal(decode('+%2B', { isForm: true }), ' +')
})

test('find decodes parameters, after it has matched', () => {
  const router = routerOf('/files/:name', '/files/:folder/:name')
  const { params, route } = router.find('GET', '/files/a%2Fb')
  assert.equal(route.path, '/files/:name')
  assert.deepEqual({ ...params }, { name: 'a/b' })
  const two = router.find('GET', '/files/a%2Fb/c%2fd')
  assert.deepEqual({ ...two.params }, { folder: 'a/b', name: 'c/d' })
})

test('find decodes a parameter once, and no plus', () => {
  const router = routerOf('/:value')
  /** @param {string} path */
  const read = (path) => router.find('GET', path).params.value
  assert.equal(read('/%2541'), '%41')
  assert.equal(read('/%25252F'), '%252F')
  assert.equal(read('/c++'), 'c++')
  assert.equal(read('/c%2B%2b'), 'c++')
  assert.equal(read('/jo%C3%A3o'), 'joão')
  assert.equal(read('/%00'), '\0')
})

test('all spellings of a path are one route', () => {
  const router = routerOf('/hello', '/café', '/a%2fb')
  for (const path of ['/%68ello', '/h%65ll%6f', '/%68%65%6C%6c%6F']) {
    assert.equal(router.find('GET', path)?.route.path, '/hello', path)
  }
  for (const path of ['/caf%C3%A9', '/caf%c3%a9', '/%63af%C3%a9']) {
    assert.equal(router.find('GET', path)?.route.path, '/café', path)
  }
  for (const path of ['/a%2Fb', '/a%2fb', '/%61%2Fb']) {
    assert.equal(router.find('GET', path)?.route.path, '/a%2fb', path)
  }
  assert.equal(router.find('GET', '/a/b'), null)
})

test('a reserved character of a route may be sent as an escape', () => {
  const router = routerOf('/@me', '/c++', '/a,b;c=(d)', '/%5B1%5d!$&')
  for (const [sent, path] of [
    ['/%40me', '/@me'],
    ['/c%2B%2b', '/c++'],
    ['/a%2Cb%3bc%3D%28d%29', '/a,b;c=(d)'],
    ['/[1]!$&', '/%5B1%5d!$&'],
    ['/%5b1]%21%24%26', '/%5B1%5d!$&'],
  ]) {
    assert.equal(router.find('GET', sent)?.route.path, path, sent)
    assert.ok(router.allowed(sent).includes('GET'), sent)
  }
})

test('what new URL makes of a route finds it', () => {
  // A browser makes a slash of a backslash, and no path of ? and #.
  const printable = Array.from({ length: 94 }, (_, i) =>
    String.fromCharCode(33 + i),
  ).filter((character) => !'%/?#:*\\'.includes(character))
  for (const character of [...printable, ' ', 'é', '👩']) {
    const route = `/a${character}b`
    const sent = new URL(route, 'http://localhost').pathname
    const found = routerOf(route).find('GET', sent)
    assert.equal(found?.route.path, route, sent)
  }
})

test('two sequences of characters are two paths, even if they look alike', () => {
  const router = routerOf('/caf\u00e9')
  assert.equal(router.find('GET', '/cafe%CC%81'), null)
})

test('two spellings of a pattern conflict', () => {
  for (const [one, other] of [
    ['/hello', '/%68ello'],
    ['/café', '/caf%c3%a9'],
    ['/a%2fb', '/a%2Fb'],
  ]) {
    assert.throws(() => routerOf(one, other), {
      code: 'ERR_VELOCY_ROUTE_CONFLICT',
    })
  }
})

test('a pattern with a bad escape, a ? or a # is refused', () => {
  for (const path of ['/100%', '/%ff', '/a?b', '/a#b']) {
    assert.throws(() => routerOf(path), { code: 'ERR_VELOCY_BAD_PATTERN' })
  }
})

test('a colon and an asterisk that a route escapes may be sent as they are', () => {
  const router = routerOf('/at/%3Anow', '/%2A')
  for (const path of ['/at/:now', '/at/%3anow', '/at/%3Anow']) {
    assert.equal(router.find('GET', path)?.route.path, '/at/%3Anow', path)
  }
  for (const path of ['/*', '/%2a', '/%2A']) {
    assert.equal(router.find('GET', path)?.route.path, '/%2A', path)
  }
})

test('find throws at a bad escape, whatever the routes are', () => {
  const router = routerOf('/hello', '/:value')
  for (const path of Object.keys(BAD)) {
    assert.throws(() => router.find('GET', path), { status: 400 }, path)
  }
})

test('dots are segments like others', () => {
  const router = routerOf('/a/:name', '/b')
  assert.equal(router.find('GET', '/a/..').params.name, '..')
  assert.equal(router.find('GET', '/a/%2e%2E').params.name, '..')
  assert.equal(router.find('GET', '/a/../b'), null)
})
