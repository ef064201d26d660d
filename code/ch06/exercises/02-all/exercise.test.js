import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { Routes } = await import(new URL(file, import.meta.url).href)

/** @type {[string, string, () => void][]} */
const list = [
  ['*', '/notes', function anything() {}],
  ['GET', '/notes', function read() {}],
  ['HEAD', '/ping', function ping() {}],
  ['GET', '/ping', function pong() {}],
]

for (const [order, added] of [
  ['in one order', list],
  ['in the other order', list.toReversed()],
]) {
  describe(String(order), () => {
    /** @type {any} */
    let routes
    beforeEach(() => {
      routes = new Routes()
      for (const route of /** @type {typeof list} */ (added)) {
        routes.add(...route)
      }
    })

    test('a route of its own comes before *', () => {
      assert.equal(routes.find('GET', '/notes').name, 'read')
    })

    test('HEAD is GET, before it is *', () => {
      assert.equal(routes.find('HEAD', '/notes').name, 'read')
    })

    test('a HEAD route comes before GET', () => {
      assert.equal(routes.find('HEAD', '/ping').name, 'ping')
      assert.equal(routes.find('GET', '/ping').name, 'pong')
    })

    test('* has the other methods, of its own path', () => {
      assert.equal(routes.find('DELETE', '/notes').name, 'anything')
      assert.equal(routes.find('DELETE', '/ping'), null)
      assert.equal(routes.find('GET', '/nowhere'), null)
    })

    test('the same route twice is an error that names it', () => {
      assert.throws(() => routes.add(...list[1]), /GET \/notes/)
      assert.equal(routes.find('GET', '/notes').name, 'read')
    })
  })
}
