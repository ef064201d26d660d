import assert from 'node:assert/strict'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { CHANGED, folderWith, serve } from './files-support.js'
import { library } from './library.js'

const { Router } = await library('lib/index.js')
const { files } = await library('lib/middleware/files.js')

/** @param {import('node:test').TestContext} t */
async function serveOne(t) {
  const folder = folderWith(t, { 'a.txt': 'wren' })
  const { get, head } = await serve(t, new Router().get('/*', files(folder)))
  return {
    path: join(folder, 'a.txt'),
    /** @param {Record<string, string>} [headers] */
    get: (headers) => get('/a.txt', headers),
    /** @param {Record<string, string>} [headers] */
    head: (headers) => head('/a.txt', headers),
  }
}

test('a client that has the file gets a 304 without a body', async (t) => {
  const { get, head } = await serveOne(t)
  const { etag, 'last-modified': modified } = (await get()).headers
  assert.match(etag, /^"[^"]+"$/)
  assert.equal(modified, CHANGED.toUTCString())
  /** @type {Record<string, string>[]} */
  const conditions = [
    { 'if-none-match': etag },
    { 'if-none-match': `"other", W/${etag}` },
    { 'if-none-match': '*' },
    { 'if-modified-since': modified },
    { 'if-none-match': etag, range: 'bytes=0-1' },
  ]
  for (const headers of conditions) {
    for (const ask of [get, head]) {
      const res = await ask(headers)
      assert.equal(res.status, 304, JSON.stringify(headers))
      assert.equal(res.text, '')
      assert.equal(res.headers.etag, etag)
      assert.equal(res.headers['cache-control'], 'no-cache')
      assert.equal(res.headers['content-type'], undefined)
      assert.equal(res.headers['content-length'], undefined)
    }
  }
})

test('a client with another version gets the file', async (t) => {
  const { get } = await serveOne(t)
  const { etag, 'last-modified': modified } = (await get()).headers
  /** @type {Record<string, string>[]} */
  const conditions = [
    { 'if-none-match': '"other"' },
    // The date does not count where there is a tag.
    { 'if-none-match': '"other"', 'if-modified-since': modified },
    { 'if-modified-since': 'Wed, 14 Jan 2026 12:00:00 GMT' },
    { 'if-modified-since': 'yesterday' },
    { 'if-match': etag },
  ]
  for (const headers of conditions) {
    assert.equal((await get(headers)).text, 'wren', JSON.stringify(headers))
  }
})

test('a condition that fails is a 412', async (t) => {
  const { get } = await serveOne(t)
  const old = 'Wed, 14 Jan 2026 12:00:00 GMT'
  /** @type {Record<string, string>[]} */
  const conditions = [{ 'if-match': '"other"' }, { 'if-unmodified-since': old }]
  for (const headers of conditions) {
    const { status, headers: fields, text } = await get(headers)
    assert.equal(status, 412)
    assert.equal(fields.etag, undefined)
    assert.doesNotMatch(text, /wren/)
  }
})

test('another content of the same size has another tag', async (t) => {
  const { path, get } = await serveOne(t)
  const { etag } = (await get()).headers
  writeFileSync(path, 'kite')
  // A tenth of a second later.
  const later = new Date(CHANGED.getTime() + 100)
  utimesSync(path, later, later)
  const res = await get({ 'if-none-match': etag })
  assert.equal(res.text, 'kite')
  assert.notEqual(res.headers.etag, etag)
})

test('another size has another tag, too', async (t) => {
  const { path, get } = await serveOne(t)
  const { etag } = (await get()).headers
  writeFileSync(path, 'robin')
  utimesSync(path, CHANGED, CHANGED)
  assert.equal((await get({ 'if-none-match': etag })).text, 'robin')
})

test('a file that has just changed is sent again and again', async (t) => {
  const { path, get } = await serveOne(t)
  const now = new Date()
  const tomorrow = new Date(now.getTime() + 86_400_000)
  for (const time of [now, tomorrow]) {
    utimesSync(path, time, time)
    const res = await get({ 'if-modified-since': tomorrow.toUTCString() })
    assert.equal(res.status, 200)
    assert.equal(res.headers.etag, undefined)
    assert.equal(res.headers['last-modified'], undefined)
  }
})

test('a date that was made up is not believed', async (t) => {
  const { path, get } = await serveOne(t)
  for (const seconds of [0, 1, 315_532_800, 499_162_500]) {
    utimesSync(path, seconds, seconds)
    // Its status has changed just now, and that cannot be made up.
    assert.equal((await get()).headers.etag, undefined, `${seconds}`)
  }
})

test('the tag that a handler has set counts', async (t) => {
  const folder = folderWith(t, { 'a.txt': 'wren' })
  const router = new Router().get(
    '/',
    (/** @type {any} */ _req, /** @type {any} */ res) => {
      res.setHeader('etag', '"mine"')
      return res.file(join(folder, 'a.txt'))
    },
  )
  const { get } = await serve(t, router)
  assert.equal((await get('/', { 'if-none-match': '"mine"' })).status, 304)
})
