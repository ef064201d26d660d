import assert from 'node:assert/strict'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith, serve } from './files-support.js'
import { library } from './library.js'

const { Router } = await library('lib/index.js')
const { compress } = await library('lib/middleware/compress.js')
const { files } = await library('lib/middleware/files.js')

const FILES = {
  'a.css': 'plain',
  'a.css.br': 'brotli',
  'a.css.zst': 'zstd',
  'a.css.gz': 'gzip',
  'b.css': 'plain',
  'b.css.gz': 'gzip',
  'c.png': 'plain',
  'c.png.gz': 'gzip',
  'd.css.gz': 'gzip',
}

/**
 * @param {import('node:test').TestContext} t
 * @param {object} [options]
 */
async function start(t, options = { precompressed: true }) {
  const folder = folderWith(t, FILES)
  const router = new Router().get('/static/*', files(folder, options))
  const { get, head } = await serve(t, router)
  return {
    folder,
    head,
    get: (/** @type {string} */ name, field = '', more = {}) =>
      get(`/static/${name}`, { 'accept-encoding': field, ...more }),
  }
}

test('the client gets the best file that it accepts', async (t) => {
  const { get } = await start(t)
  for (const [name, field, expected] of [
    ['a.css', 'gzip, deflate, br, zstd', 'brotli'],
    ['a.css', 'gzip, zstd', 'zstd'],
    ['a.css', 'gzip;q=1, br;q=0.5', 'gzip'],
    ['a.css', 'identity', 'plain'],
    ['a.css', '*;q=0', 'plain'],
    ['b.css', 'gzip, br', 'gzip'],
    ['b.css', 'br', 'plain'],
    ['d.css', 'gzip', 'gzip'],
  ]) {
    const res = await get(name, field)
    const { 'content-encoding': coding, ...fields } = res.headers
    assert.equal(res.text, expected, `${name} for ${field}`)
    const names = { br: 'brotli', zstd: 'zstd', gzip: 'gzip' }
    assert.equal(names[/** @type {'br'} */ (coding)] ?? 'plain', expected)
    assert.equal(fields['content-type'], 'text/css; charset=utf-8')
    assert.equal(fields['content-length'], String(expected.length))
    assert.equal(fields.vary, 'Accept-Encoding')
  }
})

test('each variant has an entity tag, conditions and ranges of its own', async (t) => {
  const { get } = await start(t)
  const [plain, small] = [await get('a.css'), await get('a.css', 'br')]
  assert.notEqual(plain.headers.etag, small.headers.etag)
  const { etag } = small.headers
  const known = await get('a.css', 'br', { 'if-none-match': etag })
  assert.equal(known.status, 304)
  assert.equal(known.headers.vary, 'Accept-Encoding')
  const other = await get('a.css', '', { 'if-none-match': etag })
  assert.equal(other.status, 200)
  const part = await get('a.css', 'br', { range: 'bytes=1-2' })
  assert.equal(part.text, 'ro')
  assert.equal(part.headers['content-encoding'], 'br')
  assert.equal(part.headers['content-range'], 'bytes 1-2/6')
})

test('a variant is only looked for where it may help', async (t) => {
  const { get } = await start(t)
  const image = await get('c.png', 'gzip')
  assert.equal(image.text, 'plain')
  assert.equal(image.headers.vary, undefined)
  const off = await start(t, {})
  const res = await off.get('a.css', 'br')
  assert.equal(res.text, 'plain')
  assert.equal(res.headers.vary, undefined)
})

test('what is missing is missing, and says no coding', async (t) => {
  const { get } = await start(t)
  const res = await get('e.css', 'br, gzip')
  assert.equal(res.status, 404)
  assert.equal(res.headers['content-encoding'], undefined)
  assert.equal(res.headers['content-type'], 'text/plain; charset=utf-8')
})

test('a variant leads out of the folder as little as a file does', async (t) => {
  const { folder, get } = await start(t)
  mkdirSync(join(folder, 'b.css.br'))
  symlinkSync('/etc/hosts', join(folder, 'b.css.zst'))
  assert.equal((await get('b.css', 'br, zstd')).text, 'plain')
})

test('compress leaves a variant as it is', async (t) => {
  const folder = folderWith(t, { ...FILES, 'b.css': 'plain'.repeat(1000) })
  const router = new Router().use(compress())
  router.get('/static/*', files(folder, { precompressed: true }))
  const { get } = await serve(t, router)
  const ready = await get('/static/a.css', { 'accept-encoding': 'br' })
  assert.equal(ready.text, 'brotli')
  const made = await get('/static/b.css', { 'accept-encoding': 'br' })
  assert.equal(made.headers['content-encoding'], 'br')
  for (const { headers } of [ready, made]) {
    assert.equal(headers.vary, 'Accept-Encoding')
  }
})
