import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import zlib from 'node:zlib'
import { library } from '../library.js'
import { serveRouter } from '../serving.js'
import { within } from '../support.js'

const { Router } = await library('lib/index.js')
const { compress } = await library('lib/middleware/index.js')

/**
 * Asks for the one route, which writes with `res`, and resolves to the encoder.
 *
 * @param {import('node:test').TestContext} t
 * @param {(res: any) => void} write
 */
async function encoderFor(t, write) {
  const router = new Router().use(compress())
  router.get('/', (/** @type {any} */ _req, /** @type {any} */ res) => {
    res.setHeader('content-type', 'text/plain')
    write(res)
  })
  const { port } = await serveRouter(t, router)
  /** @type {Promise<zlib.Gzip>} */
  const made = new Promise((resolve) => {
    const { createGzip } = zlib
    t.mock.method(zlib, 'createGzip', (/** @type {any} */ options) => {
      const encoder = createGzip(options)
      t.mock.method(encoder, 'write')
      resolve(encoder)
      return encoder
    })
  })
  const client = net.connect(port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n')
  t.after(() => client.destroy())
  return { client, encoder: await within(made, 'an encoder') }
}

test('an encoder ends with its client', async (t) => {
  const { client, encoder } = await encoderFor(t, (res) => res.write('tui'))
  client.destroy()
  await within(once(encoder, 'close'), 'the end of the encoder')
})

test('what is written while a thread is busy goes there together', async (t) => {
  const { client, encoder } = await encoderFor(t, (res) => {
    for (let row = 0; row < 5000; row++) res.write(`row ${row}\n`)
    res.end()
  })
  client.resume()
  await within(once(encoder, 'close'), 'the end of the encoder')
  const writes = /** @type {any} */ (encoder.write).mock.callCount()
  assert.ok(writes < 100, `got ${writes} writes`)
})
