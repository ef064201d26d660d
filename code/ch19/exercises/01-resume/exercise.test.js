import assert from 'node:assert/strict'
import { test } from 'node:test'

const file = process.env.EXERCISE ?? './exercise.js'
const { download } = await import(new URL(file, import.meta.url).href)

const SONG = 'robin, robin, robin'
const OTHER = 'wren, heron, ravens'

/**
 * @typedef {object} Connection
 * @property {string} text of the file at that time
 * @property {string | null} [tag] null: the server has none
 * @property {number} [breaks] after so many bytes
 * @property {boolean} [ignores] whether the server knows no ranges
 */

/**
 * A server, one connection after the other.
 *
 * @param {Connection[]} connections
 */
function serve(connections) {
  /** @type {Record<string, string>[]} */
  const asked = []
  /** @param {Record<string, string>} given */
  const get = async (given) => {
    const connection = connections[asked.length]
    assert.ok(connection, `there is no need to ask ${asked.length + 1} times`)
    const fields = new Headers(given)
    asked.push(Object.fromEntries(fields))
    return answer(connection, fields.get('range'), fields.get('if-range'))
  }
  return { get, asked }
}

/**
 * @param {Connection} connection
 * @param {string | null} range
 * @param {string | null} ifRange
 */
function answer({ text, tag, breaks, ignores }, range, ifRange) {
  const own = tag === undefined ? `"${text.slice(0, 4)}"` : tag
  const headers = new Headers(own === null ? {} : { etag: own })
  const isSame = ifRange === null || (ifRange === own && !own.startsWith('W/'))
  const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1])
  if (ignores || range === null || !isSame) {
    return new Response(bodyOf(text, breaks), { headers })
  }
  assert.ok(Number.isInteger(start), `a range such as bytes=5-, got ${range}`)
  if (start >= text.length) {
    headers.set('content-range', `bytes */${text.length}`)
    return new Response('Range Not Satisfiable', { status: 416, headers })
  }
  const end = text.length - 1
  headers.set('content-range', `bytes ${start}-${end}/${text.length}`)
  const body = bodyOf(text.slice(start), breaks)
  return new Response(body, { status: 206, headers })
}

/**
 * @param {string} text
 * @param {number} [breaks]
 */
function bodyOf(text, breaks) {
  const bytes = new TextEncoder().encode(text.slice(0, breaks))
  let isSent = false
  return new ReadableStream(
    {
      pull(controller) {
        if (!isSent) controller.enqueue(bytes)
        else if (breaks === undefined) controller.close()
        else controller.error(new Error('the link is down'))
        isSent = true
      },
    },
    { highWaterMark: 0 },
  )
}

test('without a break, one request is enough', async () => {
  const { get, asked } = serve([{ text: SONG }])
  assert.equal(await download(get), SONG)
  assert.deepEqual(asked, [{}])
})

test('a download goes on where it was', async () => {
  const { get, asked } = serve([
    { text: SONG, breaks: 8 },
    { text: SONG, breaks: 4 },
    { text: SONG },
  ])
  assert.equal(await download(get), SONG)
  assert.deepEqual(
    asked.map(({ range }) => range),
    [undefined, 'bytes=8-', 'bytes=12-'],
  )
})

test('two versions are not mixed', async () => {
  const { get } = serve([{ text: SONG, breaks: 8 }, { text: OTHER }])
  assert.equal(await download(get), OTHER)
})

test('two versions are not mixed in the third request, either', async () => {
  const { get } = serve([
    { text: SONG, breaks: 8 },
    { text: OTHER, breaks: 5 },
    { text: SONG, breaks: 3 },
    { text: SONG },
  ])
  assert.equal(await download(get), SONG)
})

test('a server that knows no ranges sends all of it again', async () => {
  const { get } = serve([
    { text: SONG, breaks: 8, ignores: true },
    { text: SONG, ignores: true },
  ])
  assert.equal(await download(get), SONG)
})

test('without a tag, nobody knows what the first half was', async () => {
  const { get } = serve([
    { text: SONG, breaks: 8, tag: null },
    { text: OTHER, tag: null },
  ])
  assert.equal(await download(get), OTHER)
})

test('a weak tag does not say that the bytes are the same', async () => {
  const { get } = serve([
    { text: SONG, breaks: 8, tag: 'W/"a"' },
    { text: OTHER, tag: 'W/"a"' },
  ])
  assert.equal(await download(get), OTHER)
})

test('a link that breaks behind the last byte has broken too late', async () => {
  const { get } = serve([{ text: SONG, breaks: SONG.length }, { text: SONG }])
  assert.equal(await download(get), SONG)
})

test('a status that does not help is an error', async () => {
  const get = async () => new Response('Gone', { status: 410 })
  await assert.rejects(download(get))
})
