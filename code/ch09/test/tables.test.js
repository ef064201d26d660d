import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hitsOf, missesOf, readTable } from '../bench/tables.js'
import { library } from './library.js'

const { Router } = await library('lib/index.js')

for (const name of ['github', 'app', 'static']) {
  const routes = readTable(name)
  const router = new Router()
  const handlers = routes.map(() => () => {})
  for (const [index, { method, path }] of routes.entries()) {
    router.add(method, path, handlers[index])
  }
  const hits = hitsOf(routes)
  const misses = missesOf(routes)

  test(`each of the ${hits.length} routes of ${name} is found`, () => {
    for (const [index, { method, path, route, params }] of hits.entries()) {
      const found = router.find(method, path)
      assert.equal(found?.handler, handlers[index], `${method} ${path}`)
      assert.deepEqual({ ...found.params }, params, `${method} ${path}`)
      assert.equal(found.route.method, route.method)
      assert.equal(found.route.path, route.path)
    }
  })

  test(`none of ${misses.length} paths near those of ${name} is`, () => {
    for (const { method, path } of misses) {
      assert.equal(router.find(method, path), null, `${method} ${path}`)
    }
  })

  test(`${name} allows what is registered, and no other method`, () => {
    for (const { path } of hits) {
      const methods = hits
        .filter((other) => router.find(other.method, path) !== null)
        .map(({ method }) => method)
      const allowed = router.allowed(path)
      const expected = new Set([...methods, 'OPTIONS'])
      if (expected.has('GET')) expected.add('HEAD')
      assert.deepEqual(allowed, [...expected].sort(), path)
      assert.equal(router.find('BREW', path), null)
    }
  })
}
