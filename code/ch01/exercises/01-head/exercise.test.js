import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { respond } = await import(new URL(file, import.meta.url).href)

/**
 * @param {string} method
 * @param {string} target
 * @returns {[head: string, body: string]}
 */
function answered(method, target) {
  const response = respond(`${method} ${target} HTTP/1.1\r\nHost: localhost`)
  const end = response.indexOf('\r\n\r\n') + 4
  return [response.slice(0, end), response.slice(end)]
}

for (const [target, body] of [
  ['/hello', 'hello'],
  ['/hey', 'hey'],
  ['/nowhere', 'Not Found'],
]) {
  test(`GET ${target} is answered with "${body}"`, () => {
    assert.equal(answered('GET', target)[1], body)
  })

  test(`HEAD ${target} has the head of GET ${target}`, () => {
    const [head] = answered('HEAD', target)
    assert.equal(head, answered('GET', target)[0])
    assert.match(head, new RegExp(`^Content-Length: ${body.length}\r$`, 'm'))
  })

  test(`HEAD ${target} has no body`, () => {
    assert.equal(answered('HEAD', target)[1], '')
  })
}

test('a method whose name only begins with HEAD is not HEAD', () => {
  assert.equal(answered('HEADER', '/hello')[1], 'hello')
})
