import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  appendFileSync,
  readdirSync,
  readlinkSync,
  truncateSync,
} from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { folderWith, serve } from './files-support.js'
import { library } from './library.js'
import { within } from './support.js'

const { createServer, Router } = await library('lib/index.js')
const { files } = await library('lib/middleware/files.js')

/** More than the sockets of both sides take, so that a download has to wait. */
const LARGE = 'x'.repeat(16 * 1024 * 1024)

const hasDescriptors = process.platform === 'linux'

/** @param {string} folder @param {any[]} layers */
function routerOf(folder, ...layers) {
  // A file that shrinks is an error that is printed.
  const router = new Router({ onError: () => {} }).use(...layers)
  return router.get('/static/*', files(folder))
}

/**
 * Which descriptors of this process are of files in a folder.
 *
 * @param {string} folder
 */
const openIn = (folder) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      return false
    }
  })

/**
 * @param {() => boolean} condition
 * @param {string} what
 */
async function until(condition, what) {
  let isOver = false
  const turns = async () => {
    while (!condition() && !isOver) await nextTurn()
  }
  await within(turns(), what).finally(() => {
    isOver = true
  })
}

/**
 * Asks for a file, and reads no more than the head.
 *
 * @param {number | string} port or the path of a socket
 * @param {string} [path]
 * @param {number} [times] how often to ask
 */
async function stall(port, path = '/static/a.bin', times = 1) {
  const socket = net.connect(/** @type {any} */ (port)).on('error', () => {})
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(times))
  await within(once(socket, 'readable'), 'the head')
  return socket
}

/** @param {net.Socket} socket @returns {Promise<number>} bytes, until the end */
async function drain(socket) {
  let length = 0
  socket.on('data', (chunk) => {
    length += chunk.length
  })
  await within(once(socket, 'close'), 'the end of the connection')
  return length
}

test('a client that leaves leaves no descriptor open', {
  skip: !hasDescriptors,
}, async (t) => {
  const folder = folderWith(t, { 'a.bin': LARGE })
  const { port } = await serve(t, routerOf(folder))
  const sockets = await Promise.all([stall(port), stall(port), stall(port)])
  await until(() => openIn(folder).length === 3, 'three open files')
  for (const socket of sockets) socket.destroy()
  await until(() => openIn(folder).length === 0, 'no open file')
})

test('nor do requests whose turn had not come', {
  skip: !hasDescriptors,
}, async (t) => {
  const folder = folderWith(t, { 'a.bin': LARGE })
  const { port } = await serve(t, routerOf(folder))
  const socket = await stall(port, '/static/a.bin', 5)
  socket.resetAndDestroy()
  await until(() => openIn(folder).length === 0, 'no open file')
})

test('nor one that waits for a package, after a body that was read', {
  skip: !hasDescriptors,
}, async (t) => {
  const folder = folderWith(t, { 'a.bin': LARGE })
  const { promise: written, resolve } = Promise.withResolvers()
  const router = new Router()
  router.post('/', async (/** @type {any} */ req, /** @type {any} */ res) => {
    for await (const chunk of req) assert.equal(`${chunk}`, 'x')
    res.write = () => resolve(undefined)
    return res.file(join(folder, 'a.bin'))
  })
  const { port } = await serve(t, router)
  const socket = net.connect(port).on('error', () => {})
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx')
  await within(written, 'a piece')
  socket.resetAndDestroy()
  await until(() => openIn(folder).length === 0, 'no open file')
})

test('when a file shrinks while it is sent, the connection ends', async (t) => {
  const folder = folderWith(t, { 'a.bin': LARGE })
  const { port } = await serve(t, routerOf(folder))
  const socket = await stall(port)
  truncateSync(join(folder, 'a.bin'), 1000)
  assert.ok((await drain(socket)) < LARGE.length)
})

test('when it grows, the client gets what was announced', async (t) => {
  const folder = folderWith(t, { 'a.bin': LARGE, 'b.txt': 'wren' })
  const { port } = await serve(t, routerOf(folder))
  const socket = await stall(port)
  appendFileSync(join(folder, 'a.bin'), 'y'.repeat(1000))
  socket.write(
    'GET /static/b.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  )
  /** @type {Buffer[]} */
  const answers = []
  socket.on('data', (chunk) => answers.push(Buffer.from(chunk)))
  await within(once(socket, 'close'), 'both answers')
  const text = Buffer.concat(answers).toString('latin1')
  const start = text.indexOf('\r\n\r\n') + 4
  const end = start + LARGE.length
  assert.ok(text.slice(start, end) === LARGE, 'the body is what it was')
  assert.match(text.slice(end), /^HTTP\/1\.1 200 (.|\s)*wren$/)
})

test('a thousand downloads share the memory of a few', {
  skip: !hasDescriptors,
}, async (t) => {
  const folder = folderWith(t, { 'a.bin': LARGE })
  const server = createServer(routerOf(folder))
  // The system buffers less for such a socket than for one of TCP.
  const path = join(folder, 'socket')
  server.listen(path)
  await once(server, 'listening')
  t.after(() => server.close())
  const before = process.memoryUsage().arrayBuffers
  const sockets = []
  while (sockets.length < 1000) {
    const socket = net
      .connect(path)
      .pause()
      .on('error', () => {})
    socket.write('GET /static/a.bin HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(socket, 'connect')
    sockets.push(socket)
  }
  await until(() => openIn(folder).length === 1000, 'a thousand open files')
  const bytes = process.memoryUsage().arrayBuffers - before
  for (const socket of sockets) socket.destroy()
  assert.ok(bytes < 1000 * 64 * 1024, `got ${bytes} bytes for 1,000 downloads`)
})

test('a package that keeps chunks and forgets callbacks gets all', async (t) => {
  const text = Array.from({ length: 200_000 }, (_, i) => i).join()
  const folder = folderWith(t, { 'a.txt': text })
  /** @type {Buffer[]} */
  const kept = []
  const keep = (/** @type {any} */ _req, /** @type {any} */ res) => {
    const { write, end } = res
    res.write = (/** @type {Buffer} */ chunk) => {
      kept.push(chunk)
      return kept.length % 2 === 0 || !setImmediate(() => res.emit('drain'))
    }
    res.end = (/** @type {Buffer} */ chunk) => {
      for (const one of [...kept, chunk]) write.call(res, one)
      end.call(res)
    }
  }
  const { get } = await serve(t, routerOf(folder, keep))
  assert.equal((await get('/static/a.txt')).text, text)
})
