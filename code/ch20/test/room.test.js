import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { library } from './library.js'
import { RawSocket } from './raw-socket.js'
import { serveRouter } from './serving.js'
import { within } from './support.js'

const { Router } = await library('lib/index.js')
const { acceptWebSocket, events, Room } = await library('lib/realtime/index.js')

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc')

/**
 * Serves a room to streams at /board and to sockets at /radio.
 *
 * @param {import('node:test').TestContext} t
 * @param {object} [options] of sockets
 */
async function serveRoom(t, options) {
  const room = new Room()
  /** @type {any[]} */
  const members = []
  const enter = (/** @type {any} */ member) => {
    members.push(member)
    room.add(member)
  }
  const router = new Router()
  router.get('/board', (/** @type {any} */ req, /** @type {any} */ res) =>
    enter(events(req, res)),
  )
  router.get('/radio', (/** @type {any} */ req, /** @type {any} */ res) => {
    const socket = acceptWebSocket(req, res, options)
    socket.onmessage = () => {}
    enter(socket)
  })
  const { port } = await serveRouter(t, router)
  return { room, members, port }
}

/** @param {import('node:test').TestContext} t @param {number} port */
async function dial(t, port) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/radio`)
  t.after(() => socket.close())
  await within(once(socket, 'open'), 'the handshake')
  return socket
}

/** @param {import('node:test').TestContext} t @param {number} port */
async function look(t, port) {
  const asked = http.get({
    port,
    host: '127.0.0.1',
    path: '/board',
    agent: false,
  })
  asked.on('error', () => {})
  t.after(() => asked.destroy())
  const [answer] = await within(once(asked, 'response'), 'the head')
  let text = ''
  answer.setEncoding('utf8')
  answer.on('error', () => {})
  answer.on('data', (/** @type {string} */ chunk) => {
    text += chunk
  })
  const read = async (/** @type {RegExp} */ expected) => {
    while (!expected.test(text)) {
      await within(once(answer, 'data'), () => `${expected} in ${text}`)
    }
    return text
  }
  await read(/^retry: \d+\n\n$/)
  return { asked, answer, read }
}

/** @param {any} socket @returns {Promise<any>} */
const messageOf = async (socket) =>
  (await within(once(socket, 'message'), 'a message'))[0].data

/** @param {() => boolean} isTrue */
async function until(isTrue) {
  const waiting = async () => {
    while (!isTrue()) await new Promise((resolve) => setImmediate(resolve))
  }
  await within(waiting(), `${isTrue}`)
}

test('all members hear it: streams with event and id, sockets the data', async (t) => {
  const { room, port } = await serveRoom(t)
  const sockets = await Promise.all([dial(t, port), dial(t, port)])
  const streams = await Promise.all([look(t, port), look(t, port)])
  assert.equal(room.size, 4)
  const heard = sockets.map(messageOf)
  room.send({ boat: 'Ligaya', minutes: 20 }, { event: 'sailing', id: 7 })
  const json = '{"boat":"Ligaya","minutes":20}'
  assert.deepEqual(await Promise.all(heard), [json, json])
  for (const { read } of streams) {
    const text = await read(/data: .*\n\n$/)
    assert.ok(text.endsWith(`event: sailing\nid: 7\ndata: ${json}\n\n`), text)
  }
  const next = sockets.map(messageOf)
  room.send('a goat 🐐\nand two more')
  assert.deepEqual(await Promise.all(next), [
    'a goat 🐐\nand two more',
    'a goat 🐐\nand two more',
  ])
  await streams[0].read(/data: a goat 🐐\ndata: and two more\n\n$/)
})

test('a value is written once, however many hear it', async (t) => {
  const { room, port } = await serveRoom(t)
  const sockets = await Promise.all([dial(t, port), dial(t, port)])
  const stream = await look(t, port)
  let count = 0
  const heard = sockets.map(messageOf)
  room.send({ toJSON: () => ({ count: ++count }) })
  assert.deepEqual(await Promise.all(heard), ['{"count":1}', '{"count":1}'])
  await stream.read(/data: {"count":1}\n\n$/)
  assert.equal(count, 1)
})

test('sockets that compress and sockets that do not share a room', async (t) => {
  const { room, members, port } = await serveRoom(t, { deflate: true })
  const [socket, raw] = [await dial(t, port), await RawSocket.connect(t, port)]
  const [packs, plain] = members.map(({ encode }) => encode)
  assert.notEqual(packs, plain)
  const text = 'The 18:10 is cancelled, goat or no goat. '.repeat(100)
  const heard = messageOf(socket)
  room.send(text)
  assert.equal(await heard, text)
  assert.equal(String((await raw.read()).data), text)
})

test('a member whose connection ends is out', async (t) => {
  const { room, port } = await serveRoom(t)
  const socket = await dial(t, port)
  const { asked } = await look(t, port)
  assert.equal(room.size, 2)
  asked.destroy()
  await until(() => room.size === 1)
  socket.close()
  await until(() => room.size === 0)
  room.send('nobody hears it')
})

test('a member may leave a room and stay connected, and come again', async (t) => {
  const { room, members, port } = await serveRoom(t)
  const socket = await dial(t, port)
  const [member] = members
  room.delete(member)
  room.send('not for you')
  room.add(member)
  room.add(member)
  assert.equal(room.size, 1)
  const heard = messageOf(socket)
  room.send('for you')
  assert.equal(await heard, 'for you')
  socket.close()
  await until(() => room.size === 0)
  room.add(member)
  assert.equal(room.size, 0)
})

test('a member that left a room does not keep it', async (t) => {
  const { members, port } = await serveRoom(t)
  await dial(t, port)
  const [member] = members
  const left = (() => {
    const room = new Room()
    room.add(member)
    room.delete(member)
    return new WeakRef(room)
  })()
  await until(() => {
    gc()
    return left.deref() === undefined
  })
})

test('a member that does not read is cut off, and nobody else is', async (t) => {
  const { room, port } = await serveRoom(t, { limit: 100_000 })
  const socket = await dial(t, port)
  const { answer } = await look(t, port)
  answer.pause()
  answer.socket.pause()
  let heard = 0
  socket.onmessage = () => heard++
  let sent = 0
  while (room.size === 2) {
    room.send('x'.repeat(50_000))
    sent++
    await until(() => heard === sent)
  }
  assert.equal(room.size, 1)
  const last = messageOf(socket)
  room.send('still here')
  assert.equal(await last, 'still here')
})

test('what cannot be sent is refused before anybody hears it', async (t) => {
  const { room, port } = await serveRoom(t)
  const socket = await dial(t, port)
  for (const send of [
    () => room.send(undefined),
    () => room.send(() => {}),
    () => room.send('x', { id: 'a\nb' }),
    () => room.send('x', { name: 'sailing' }),
  ]) {
    assert.throws(send, { code: /ERR_VELOCY_(?:NO_JSON|BAD_OPTION)/ })
  }
  const heard = messageOf(socket)
  room.send('the first')
  assert.equal(await heard, 'the first')
})
