import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { test } from 'node:test'
import { library } from './library.js'
import { request, startApp, within } from './support.js'

const { publish, store } = await library('lib/cluster/index.js')

/** @param {import('node:test').TestContext} t @param {any} [options] */
async function start(t, options) {
  const app = await startApp(options)
  t.after(() => app.close())
  return app
}

/**
 * @param {import('node:test').TestContext} t
 * @param {import('./support.js').App} app
 * @param {Record<string, string>} [headers]
 */
async function look(t, { host, port }, headers) {
  const where = { host, port, path: '/events', headers, agent: false }
  const sent = http.get(where)
  t.after(() => sent.destroy())
  const [response] = await within(once(sent, 'response'), 'the head')
  response.on('error', () => {})
  let text = ''
  response.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
    text += chunk
  })
  const until = async (/** @type {string} */ expected) => {
    while (!text.includes(expected)) await once(response, 'data')
    return text
  }
  const reads = (/** @type {string} */ expected) =>
    within(until(expected), () => `${expected} behind ${text}`)
  await reads('retry: ')
  return { reads, response }
}

/**
 * @param {import('./support.js').App} app
 * @param {string} text
 * @returns {Promise<number>} its id
 */
async function announce(app, text) {
  const { status, body } = await request(app, '/board', {
    method: 'POST',
    body: text,
  })
  assert.equal(status, 200)
  return JSON.parse(body.toString()).id
}

/** @param {import('node:test').TestContext} t @param {any} app */
async function call(t, { host, port }) {
  const socket = new WebSocket(`ws://${host}:${port}/ws`)
  t.after(() => socket.close())
  await within(once(socket, 'open'), 'the handshake')
  return socket
}

for (const [where, options] of [
  ['in one process', {}],
  ['in two workers', { workers: 2 }],
]) {
  test(`what is announced reaches everyone, ${where}`, async (t) => {
    const app = await start(t, options)
    const phones = await Promise.all([1, 2, 3, 4].map(() => look(t, app)))
    const text = `The 18:10 is late, ${where}`
    const id = await announce(app, text)
    const event = `id: ${id}\ndata: ${text}\n\n`
    await Promise.all(phones.map(({ reads }) => reads(event)))
  })

  test(`who comes back gets what was said meanwhile, ${where}`, async (t) => {
    const app = await start(t, options)
    const first = await announce(app, 'one')
    const witness = await look(t, app)
    await witness.reads(`id: ${first}\n`)
    const second = await announce(app, 'two')
    await witness.reads(`id: ${second}\n`)
    const phone = await look(t, app, { 'last-event-id': `${first}` })
    const text = await phone.reads(`id: ${second}\ndata: two\n\n`)
    assert.ok(!text.includes(`id: ${first}\n`), text)
  })

  test(`what one says on the radio, all hear, ${where}`, async (t) => {
    const app = await start(t, options)
    const sockets = await Promise.all([1, 2, 3, 4].map(() => call(t, app)))
    const heard = sockets.map((socket) => once(socket, 'message'))
    sockets[0].send('lighthouse: 12 waiting')
    const messages = await within(Promise.all(heard), 'all four')
    for (const [{ data }] of messages) {
      assert.equal(data, 'lighthouse: 12 waiting')
    }
  })

  test(`close() waits for no stream and no socket, ${where}`, async () => {
    const app = await startApp(/** @type {any} */ (options))
    const ends = []
    const after = { after: () => {} }
    const phone = await look(/** @type {any} */ (after), app)
    ends.push(once(phone.response.resume(), 'end'))
    const socket = await call(/** @type {any} */ (after), app)
    ends.push(once(socket, 'close'))
    await app.close()
    const [, [{ code }]] = await within(Promise.all(ends), 'both ends')
    assert.equal(code, 1001)
  })
}

test('a server that begins later knows what was said before', async (t) => {
  const id = await announce(await start(t), 'before')
  const phone = await look(t, await start(t))
  await phone.reads(`id: ${id}\ndata: before\n\n`)
})

test('who comes back gets what was said later with a smaller number', async (t) => {
  const app = await start(t)
  const witness = await look(t, app)
  const id = await announce(app, 'first')
  publish('board', { id: id + 2, text: 'the larger number' })
  publish('board', { id: id + 1, text: 'the smaller number' })
  await witness.reads(`id: ${id + 1}\n`)
  const phone = await look(t, app, { 'last-event-id': `${id + 2}` })
  await phone.reads('data: the smaller number\n\n')
  // The store has not heard of these two.
  await store.increment('board', 2)
})

test('a number without a text does no harm', async (t) => {
  const id = await announce(await start(t), 'before')
  await store.increment('board')
  const app = await start(t)
  const phone = await look(t, app)
  await phone.reads(`id: ${id}\n`)
  await announce(app, 'after')
  await phone.reads('data: after\n\n')
})

test('the board keeps a hundred, in order, and no keys but theirs', async (t) => {
  const app = await start(t)
  const first = await announce(app, 'number 0')
  for (let i = 1; i <= 100; i++) await announce(app, `number ${i}`)
  const text = await (await look(t, await start(t))).reads('number 100\n\n')
  const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
  assert.deepEqual(
    ids,
    Array.from({ length: 100 }, (_, i) => first + 1 + i),
  )
  assert.equal(await store.get(`board ${first + 100}`), undefined)
})

test('an id from another time gets all that is kept', async (t) => {
  const app = await start(t)
  const id = await announce(app, 'still here')
  const phone = await look(t, app, { 'last-event-id': `${id + 1000}` })
  await phone.reads('data: still here\n\n')
})

test('the page is there, and what it shows is text', async (t) => {
  const app = await start(t)
  const { headers, text } = await request(app, '/live')
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(text, /new EventSource\('\/events'\)/)
  assert.doesNotMatch(text, /innerHTML/)
})
