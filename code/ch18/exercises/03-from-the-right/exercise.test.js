import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { clientOf } = await import(new URL(file, import.meta.url).href)

/** @param {string} field @param {string} [peer] */
const find = (field, peer = '10.0.0.1') =>
  clientOf(peer, field, (/** @type {string} */ address) =>
    address.startsWith('10.'),
  )

test('without proxies, the peer is the client', () => {
  assert.equal(find('for=10.6.6.6', '203.0.113.7'), '203.0.113.7')
  assert.equal(find(''), '10.0.0.1')
})

test('a trusted proxy names the client', () => {
  assert.equal(find('for=203.0.113.7'), '203.0.113.7')
  assert.equal(find('proto=https;For=203.0.113.7;by=_a'), '203.0.113.7')
  assert.equal(find('for="[2001:db8::1]:4711";host="a:80"'), '2001:db8::1')
})

test('several trusted proxies are passed, from the right', () => {
  assert.equal(
    find('for=10.6.6.6, for=203.0.113.7;proto=https, for=10.0.0.2'),
    '203.0.113.7',
  )
  assert.equal(find('for=10.0.0.3, for=10.0.0.2'), '10.0.0.3')
})

test('what a client has written before changes nothing', () => {
  for (const mine of [
    'nonsense',
    ';;;',
    '=',
    'for=10.6.6.6;',
    'for="a"b',
    '\\',
  ]) {
    assert.equal(find(`${mine}, for=203.0.113.7`), '203.0.113.7', mine)
  }
})

test('nor does a quotation mark that it has left open', () => {
  for (const mine of [
    'for="',
    'for=10.6.6.6;host="',
    '"',
    'for="\\"',
    '"a, "',
  ]) {
    const proxy = 'for=203.0.113.7;proto=https'
    assert.equal(find(`${mine}, ${proxy}`), '203.0.113.7', mine)
  }
})

test('even if the proxy has quotation marks, too', () => {
  for (const mine of [
    'for="',
    'for=10.6.6.6;host="',
    'for=10.6.6.6;host="\\',
  ]) {
    const proxies = 'for="203.0.113.7:80";host="a:80", for="10.0.0.2:80"'
    assert.equal(find(`${mine}, ${proxies}`), '203.0.113.7', mine)
  }
})

test('a quoted value may have commas in it', () => {
  assert.equal(find('for=203.0.113.7;note="a, b"'), '203.0.113.7')
  const inside = 'for=203.0.113.7;note="a, for=10.6.6.6"'
  assert.equal(find(inside), '203.0.113.7')
  assert.equal(find(`for=10.6.6.6;x=", ${inside}`), '203.0.113.7')
})

test('a trusted proxy that names nobody is the end of the walk', () => {
  for (const last of ['for=unknown', 'for="_hidden"', 'proto=https', 'for=']) {
    assert.equal(find(`for=10.6.6.6, ${last}`), undefined, last)
  }
})

test('a malformed element of a trusted proxy is the end of it, too', () => {
  assert.equal(find('for=10.6.6.6, for=203.0.113.7;'), undefined)
  assert.equal(find(',"'), undefined)
})

test('a long field takes no longer than it has to', () => {
  const field = `${'for=10.6.6.6;'.repeat(5000)}${'",'.repeat(5000)}for=203.0.113.7`
  assert.equal(find(field), '203.0.113.7')
})
