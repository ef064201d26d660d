import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { hostOf } = await import(new URL(file, import.meta.url).href)

test('the host is the value of Host, in whatever case', () => {
  assert.equal(hostOf(['Host: localhost'], 1), 'localhost')
  assert.equal(hostOf(['accept: */*', 'hOST: localhost'], 1), 'localhost')
  assert.equal(hostOf(['HOST:localhost', 'accept: */*'], 0), 'localhost')
})

test('a port, or an address with colons, is part of it', () => {
  assert.equal(hostOf(['Host: localhost:8080'], 1), 'localhost:8080')
  assert.equal(hostOf(['Host: [::1]:8080'], 1), '[::1]:8080')
})

test('blanks and tabs around the value are not, and nothing else is cut', () => {
  assert.equal(hostOf(['Host: \t localhost \t'], 1), 'localhost')
  assert.equal(hostOf(['Host:\xa0localhost\x0b'], 1), '\xa0localhost\x0b')
})

test('another field whose name begins or ends like it is another field', () => {
  assert.equal(hostOf(['Hosting: a', 'X-Host: b', 'Host: c'], 1), 'c')
  assert.equal(hostOf(['X-Host: b'], 0), undefined)
  assert.equal(hostOf(['X-Host: b', 'Hostess: c'], 1), 400)
})

test('HTTP/1.1 needs one, and HTTP/1.0 does not', () => {
  assert.equal(hostOf([], 1), 400)
  assert.equal(hostOf([], 0), undefined)
})

test('an empty Host is one', () => {
  assert.equal(hostOf(['Host:'], 1), '')
  assert.equal(hostOf(['Host: '], 0), '')
  assert.equal(hostOf(['Host:', 'Host: localhost'], 1), 400)
})

test('two are refused, even if they say the same', () => {
  assert.equal(hostOf(['Host: a', 'Host: b'], 1), 400)
  assert.equal(hostOf(['Host: a', 'accept: */*', 'host: a'], 1), 400)
  assert.equal(hostOf(['Host: a', 'Host: a'], 0), 400)
})

test('a blank before a colon is refused, wherever the line stands', () => {
  assert.equal(hostOf(['Host : localhost'], 1), 400)
  assert.equal(hostOf(['Host: localhost', 'Host : other'], 1), 400)
  assert.equal(hostOf(['Host: localhost', 'accept\t: */*'], 1), 400)
  assert.equal(hostOf(['Host: localhost', ' Host: other'], 1), 400)
})

test('a line without a colon, or without a name, is refused', () => {
  assert.equal(hostOf(['Host: localhost', 'accept'], 1), 400)
  assert.equal(hostOf(['Host: localhost', ': x'], 1), 400)
  assert.equal(hostOf(['Host'], 0), 400)
})
