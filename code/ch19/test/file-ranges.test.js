import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith, serve } from './files-support.js'
import { library } from './library.js'

const { Router } = await library('lib/index.js')
const { files } = await library('lib/middleware/files.js')

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz'

/** @param {import('node:test').TestContext} t */
async function serveAlphabet(t) {
  const folder = folderWith(t, { 'a.txt': ALPHABET, 'empty.txt': '' })
  return serve(t, new Router().get('/*', files(folder)))
}

/** The field Range, what is sent, and what Content-Range says of it. */
const SINGLE = [
  ['bytes=0-4', 'abcde', '0-4'],
  ['bytes=5-5', 'f', '5-5'],
  ['bytes=20-', ALPHABET.slice(20), '20-25'],
  ['bytes=-3', 'xyz', '23-25'],
  ['bytes=-100', ALPHABET, '0-25'],
  ['bytes=24-100', 'yz', '24-25'],
  ['bytes=0-', ALPHABET, '0-25'],
  ['BYTES=0-0', 'a', '0-0'],
  ['bytes= 0-1 ,', 'ab', '0-1'],
  // The second does not exist.
  ['bytes=0-1,50-60', 'ab', '0-1'],
  [`bytes=3-${'9'.repeat(400)}`, ALPHABET.slice(3), '3-25'],
]

test('one range is sent alone', async (t) => {
  const { get } = await serveAlphabet(t)
  for (const [range, text, parts] of SINGLE) {
    const res = await get('/a.txt', { range })
    assert.equal(res.status, 206, range)
    assert.equal(res.text, text, range)
    assert.equal(res.headers['content-range'], `bytes ${parts}/26`, range)
    assert.equal(res.headers['content-length'], `${text.length}`, range)
    assert.match(res.headers['content-type'], /^text\/plain/)
  }
})

test('one that takes several reads ends where it should', async (t) => {
  const folder = folderWith(t, { 'a.txt': ALPHABET.repeat(50_000) })
  const { get } = await serve(t, new Router().get('/*', files(folder)))
  const res = await get('/a.txt', { range: 'bytes=26-599999' })
  assert.ok(res.text === ALPHABET.repeat(30_000).slice(26, 600_000))
})

test('a range that does not exist is a 416, which says the size', async (t) => {
  const { get } = await serveAlphabet(t)
  const huge = `bytes=${'9'.repeat(400)}-`
  for (const range of ['bytes=26-', 'bytes=-0', 'bytes=30-40,50-60', huge]) {
    const { status, headers } = await get('/a.txt', { range })
    assert.equal(status, 416, range)
    assert.equal(headers['content-range'], 'bytes */26')
    assert.equal(headers.etag, undefined)
  }
  const res = await get('/empty.txt', { range: 'bytes=0-' })
  assert.equal(res.status, 416)
  assert.equal(res.headers['content-range'], 'bytes */0')
})

test('what is no range is ignored', async (t) => {
  const { get, head } = await serveAlphabet(t)
  const fields = ['', 'bytes=', 'bytes', 'lines=1-2', 'bytes=-', 'bytes=a-b']
  fields.push('bytes=5-4', 'bytes=0-1,x', 'bytes=--1', 'bytes=1-2-3')
  fields.push('bytes=0x0-0x5', 'bytes=1.5-2', 'bytes=+1-2', 'bytes=0-1;2-3')
  for (const range of fields) {
    const { status, text } = await get('/a.txt', { range })
    assert.equal(status, 200, range)
    assert.equal(text, ALPHABET)
  }
  // HEAD asks about the whole (RFC 9110 §14.2).
  const { status, headers } = await head('/a.txt', { range: 'bytes=0-1' })
  assert.equal(status, 200)
  assert.equal(headers['content-length'], '26')
})

/**
 * The parts of a multipart/byteranges body.
 *
 * @param {import('./support.js').Response} res
 */
function partsOf({ headers, text }) {
  const type = headers['content-type']
  const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(type)?.[1]
  const [preamble, ...parts] = text.split(`\r\n--${boundary}`)
  assert.equal(preamble, '')
  assert.equal(parts.pop(), '--\r\n')
  return parts.map((part) => {
    const [head, body] = part.split('\r\n\r\n')
    return { body, range: /Content-Range: bytes (.*)/.exec(head)?.[1], head }
  })
}

test('several ranges are sent in parts', async (t) => {
  const { get } = await serveAlphabet(t)
  const res = await get('/a.txt', { range: 'bytes=0-1,-2,10-12' })
  assert.equal(res.status, 206)
  assert.equal(res.headers['content-range'], undefined)
  const parts = partsOf(res)
  assert.deepEqual(
    parts.map(({ body, range }) => [body, range]),
    [
      ['ab', '0-1/26'],
      ['yz', '24-25/26'],
      ['klm', '10-12/26'],
    ],
  )
  assert.match(parts[0].head, /Content-Type: text\/plain; charset=utf-8/)
})

test('ranges never ask for more than the file', async (t) => {
  const { get } = await serveAlphabet(t)
  const many = Array.from({ length: 17 }, (_, i) => `${i}-${i}`).join()
  const same = Array.from({ length: 1300 }, () => '0-').join()
  for (const ranges of [many, same, '0-,0-0', '0-20,5-25']) {
    const { status, text } = await get('/a.txt', { range: `bytes=${ranges}` })
    assert.equal(status, 200)
    assert.equal(text, ALPHABET)
  }
  const most = Array.from({ length: 16 }, (_, i) => `${i}-${i}`).join()
  const res = await get('/a.txt', { range: `bytes=${most}` })
  assert.equal(partsOf(res).length, 16)
})

test('If-Range: the whole file, unless the tag is the same', async (t) => {
  const { get } = await serveAlphabet(t)
  const { etag, 'last-modified': modified } = (await get('/a.txt')).headers
  const range = 'bytes=0-1'
  const same = await get('/a.txt', { range, 'if-range': etag })
  assert.equal(same.text, 'ab')
  for (const other of ['"other"', `W/${etag}`, modified, etag.slice(1), '*']) {
    const res = await get('/a.txt', { range, 'if-range': other })
    assert.equal(res.status, 200, other)
    assert.equal(res.text, ALPHABET)
  }
})

test('If-Range does not take a weak tag', async (t) => {
  const folder = folderWith(t, { 'a.txt': ALPHABET })
  const router = new Router().get(
    '/',
    (/** @type {any} */ _req, /** @type {any} */ res) => {
      res.setHeader('etag', 'W/"mine"')
      return res.file(join(folder, 'a.txt'))
    },
  )
  const { get } = await serve(t, router)
  const headers = { range: 'bytes=0-1', 'if-range': 'W/"mine"' }
  assert.equal((await get('/', headers)).status, 200)
})

test('a resumed download is the same file', async (t) => {
  const { get } = await serveAlphabet(t)
  const first = await get('/a.txt', { range: 'bytes=0-9' })
  const rest = await get('/a.txt', {
    range: 'bytes=10-',
    'if-range': first.headers.etag,
  })
  assert.equal(first.text + rest.text, ALPHABET)
})
