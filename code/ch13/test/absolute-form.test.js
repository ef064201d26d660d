import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveNet } from './serve-net.js'
import { parseResponses, rawRequest } from './support.js'

test('the host of a target in absolute form counts, and not the Host field (RFC 9112 §3.2.2)', async () => {
  const { port } = await serveNet((router) => {
    router.get('/seats', ({ headers, headersDistinct, rawHeaders }) => [
      headers.host,
      headersDistinct.host,
      rawHeaders[1],
    ])
  })
  const ask = async (/** @type {string} */ target) => {
    const head = `GET ${target} HTTP/1.1\r\nHost: front.example\r\n\r\n`
    const [{ text }] = parseResponses(await rawRequest(port, head))
    return JSON.parse(text)
  }
  assert.deepEqual(await ask('http://shop.example:81/seats?a=1'), [
    'shop.example:81',
    ['shop.example:81'],
    'front.example',
  ])
  assert.deepEqual(await ask('/seats'), [
    'front.example',
    ['front.example'],
    'front.example',
  ])
})
