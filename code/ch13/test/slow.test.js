import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { library } from './library.js'
import { connect, get, serveNet } from './serve-net.js'
import { parseResponses, within } from './support.js'

/** Small enough for a test, and long enough for a busy machine, in ms. */
const SHORT = 100

function standStill() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * SHORT)
}

/** @param {import('node:net').Socket} socket @returns {Promise<Buffer>} */
const all = async (socket) =>
  Buffer.concat(await within(socket.toArray(), 'the end of the connection'))

/** @param {import('node:net').Socket} socket @param {string} text */
function drip(socket, text) {
  let at = 0
  const timer = setInterval(() => socket.write(text[at++ % text.length]), 10)
  socket.once('close', () => clearInterval(timer))
}

test('a head that comes byte by byte has a time limit, and is told', async () => {
  const { port } = await serveNet(() => {}, { headersTimeout: SHORT })
  const socket = connect(port, get('/a').slice(0, -2))
  drip(socket, 'x: y\r\n')
  const [answer] = parseResponses(await all(socket))
  assert.equal(answer.status, 408)
  assert.equal(answer.headers.connection, 'close')
})

test('the limit of a head counts from its own first byte', async () => {
  const { port } = await serveNet(() => {}, {
    headersTimeout: SHORT,
    keepAliveTimeout: 0,
  })
  const socket = connect(port, get('/a'))
  await once(socket, 'data')
  await new Promise((resolve) => setTimeout(resolve, 2 * SHORT))
  socket.write(get('/a').slice(0, 10))
  socket.write(get('/a').slice(10))
  const [next] = await within(once(socket, 'data'), 'the next answer')
  assert.equal(parseResponses(next)[0].text, 'ok')
  socket.destroy()
})

for (const [what, begin] of Object.entries({
  'a length': 'Content-Length: 1000\r\n',
  chunks: 'Transfer-Encoding: chunked\r\n',
})) {
  test(`a body with ${what} that comes byte by byte has a time limit`, async () => {
    const { port } = await serveNet(
      (router) => router.post('/body', (req) => req.bytes()),
      { requestTimeout: SHORT },
    )
    const head = get('/body', begin).replace('GET', 'POST')
    const socket = connect(port, head)
    drip(socket, what === 'chunks' ? '1\r\nx\r\n' : 'x')
    const [answer] = parseResponses(await all(socket))
    assert.equal(answer.status, 408)
  })
}

test('a body that nobody has asked for is no reason to wait longer', async () => {
  const { port } = await serveNet(
    (router) => router.post('/body', (_req, res) => res.text('early')),
    { requestTimeout: SHORT },
  )
  const socket = connect(
    port,
    get('/body', 'Content-Length: 1000\r\n').replace('GET', 'POST'),
  )
  drip(socket, 'x')
  const answers = parseResponses(await all(socket))
  assert.deepEqual(
    answers.map(({ text }) => text),
    ['early'],
  )
})

test('a handler that takes its time with a body costs its client nothing', async () => {
  const body = 'x'.repeat(200_000)
  const { port } = await serveNet(
    (router) =>
      router.post('/body', async (req, res) => {
        let length = 0
        for await (const chunk of req) {
          // Longer than the limit altogether.
          if (length === 0) {
            await new Promise((resolve) => setTimeout(resolve, 6 * SHORT))
          }
          length += chunk.length
        }
        res.text(String(length))
      }),
    { requestTimeout: 4 * SHORT },
  )
  const head = get('/body', `Content-Length: ${body.length}\r\n`)
  const socket = connect(port, head.replace('GET', 'POST') + body)
  const [answer] = await within(once(socket, 'data'), 'the answer')
  assert.equal(parseResponses(answer)[0].text, String(body.length))
  socket.destroy()
})

test('whoever asks nothing more is closed after a while, without a word', async () => {
  const { port } = await serveNet(() => {}, { keepAliveTimeout: SHORT })
  const socket = connect(port, get('/a'))
  const answers = parseResponses(await all(socket))
  assert.deepEqual(
    answers.map(({ text }) => text),
    ['ok'],
  )
})

test('nobody pays for a loop that stands still', async () => {
  const limits = { headersTimeout: SHORT, keepAliveTimeout: SHORT }
  const { port } = await serveNet(() => {}, limits)
  const socket = connect(port, get('/a'))
  await within(once(socket, 'data'), 'an answer')
  socket.write(get('/a'))
  standStill()
  const [next] = await within(once(socket, 'data'), 'the next answer')
  assert.equal(parseResponses(next)[0].text, 'ok')
  socket.destroy()
})

test('nor does a client that comes meanwhile', async () => {
  const { port } = await serveNet(() => {}, { headersTimeout: SHORT })
  const socket = connect(port, get('/a'))
  standStill()
  const [answer] = await within(once(socket, 'data'), 'an answer')
  assert.equal(parseResponses(answer)[0].text, 'ok')
  socket.destroy()
})

test('nobody is closed before the time that was promised', async () => {
  const { port, server } = await serveNet(() => {})
  // Less than what lies between two looks.
  server.keepAliveTimeout = 3 * SHORT
  const idle = async () => {
    const socket = connect(port, get('/a'))
    await once(socket, 'data')
    const answered = performance.now()
    await all(socket)
    return performance.now() - answered
  }
  const clients = []
  // At any time between two looks.
  for (let i = 0; i < 12; i++) {
    clients.push(idle())
    await new Promise((resolve) => setTimeout(resolve, SHORT))
  }
  const least = Math.min(...(await Promise.all(clients)))
  assert.ok(least > 2 * SHORT, `one was closed after ${least} ms`)
})

test('whoever never asks anything, too', async () => {
  const { port } = await serveNet(() => {}, { headersTimeout: SHORT })
  assert.equal((await all(connect(port))).length, 0)
})

test('a handler may take longer than all of these', async () => {
  const { port } = await serveNet(
    (router) =>
      router.get('/slow', async (_req, res) => {
        await new Promise((resolve) => setTimeout(resolve, 3 * SHORT))
        res.text('slow')
      }),
    {
      headersTimeout: SHORT,
      requestTimeout: SHORT,
      keepAliveTimeout: SHORT,
      sendTimeout: SHORT,
    },
  )
  const [answer] = parseResponses(await all(connect(port, get('/slow'))))
  assert.equal(answer.text, 'slow')
})

const LARGE = 32 * 1024 * 1024

/** @param {import('../lib/index.js').Router} router */
const addLarge = (router) => {
  const large = Buffer.alloc(LARGE)
  router.get('/large', (_req, res) => {
    res.writeHead(200, { 'content-length': LARGE }).end(large)
  })
}

test('a client that takes nothing of its answer is let go', async () => {
  const { port, server } = await serveNet(addLarge, { sendTimeout: SHORT })
  const connected = once(server, 'connection')
  const socket = connect(port, get('/large')).pause()
  const [served] = await connected
  await within(
    new Promise((resolve) => served.once('close', resolve)),
    'the server to close it',
  )
  socket.destroy()
})

test('one that takes it slowly gets all of it', async () => {
  const { port } = await serveNet(addLarge, { sendTimeout: 10 * SHORT })
  const socket = connect(port, get('/large'))
  const begun = Date.now()
  let length = 0
  for await (const chunk of socket) {
    length += chunk.length
    if (length > LARGE) break
    // Much longer than the limit, and never so long without a byte.
    if (Date.now() - begun < 25 * SHORT) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  assert.ok(length > LARGE, `got ${length} bytes`)
})

test("a handler's own limit still holds when a slow answer has been taken", async () => {
  const { promise: timedOut, resolve } = Promise.withResolvers()
  const { port } = await serveNet(
    (router) => {
      router.get('/large', (_req, res) => {
        res.setTimeout(8 * SHORT, () => resolve('timed out'))
        res.write(Buffer.alloc(LARGE))
      })
    },
    { sendTimeout: 4 * SHORT },
  )
  const socket = connect(port, get('/large')).pause()
  // Until the server has seen that the client is behind.
  await new Promise((seen) => setTimeout(seen, 3 * SHORT))
  socket.resume()
  assert.equal(await within(timedOut, 'the handler to hear of it'), 'timed out')
  socket.destroy()
})

test("a handler's own limit ends with its answer", async () => {
  const { port } = await serveNet((router) => {
    router.get('/limited', (_req, res) => {
      res.setTimeout(SHORT)
      return 'in time'
    })
    router.get('/long', async () => {
      await new Promise((resolve) => setTimeout(resolve, 3 * SHORT))
      return 'still here'
    })
  })
  const socket = connect(port, get('/limited'))
  await within(once(socket, 'data'), 'the first answer')
  socket.write(get('/long', 'Connection: close\r\n'))
  assert.match(String(await all(socket)), /still here$/)
})

test("a handler's own limit that nothing listens for ends the connection", async () => {
  const { port } = await serveNet((router) => {
    router.get('/never', (_req, res) => void res.setTimeout(SHORT))
  })
  assert.equal(String(await all(connect(port, get('/never')))), '')
})

test('a request tells of a limit while its body has not come', async () => {
  const { port } = await serveNet((router) => {
    router.post('/body', (req, res) => {
      req.setTimeout(SHORT, () => res.text('too slow'))
    })
  })
  const head = 'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n'
  const socket = connect(port, head)
  const [answer] = await within(once(socket, 'data'), 'an answer')
  assert.match(String(answer), /too slow$/)
  socket.destroy()
})

test('a client that is gone while a handler waits is noticed', async () => {
  const { promise: gone, resolve } = Promise.withResolvers()
  const { port } = await serveNet((router) =>
    router.get('/never', (_req, res) => void res.on('close', resolve)),
  )
  const socket = connect(port, get('/never'))
  await once(socket, 'connect')
  socket.end()
  await within(gone, "the response's end")
  socket.destroy()
})

test('a half-closed client has left, for a handler that asks', async () => {
  const asked = Promise.withResolvers()
  const left = Promise.withResolvers()
  const { port } = await serveNet((router) => {
    router.get('/asks', async ({ signal }) => {
      signal.onabort = () => left.resolve(undefined)
      asked.resolve(undefined)
      await left.promise
      signal.throwIfAborted()
    })
  })
  const socket = connect(port, get('/asks'))
  await within(asked.promise, 'the request')
  socket.end()
  await within(left.promise, 'the abort')
  await within(once(socket, 'close'), 'the end')
})

test("a client's FIN is noticed at once", async () => {
  const asked = Promise.withResolvers()
  const left = Promise.withResolvers()
  const { port } = await serveNet((router) =>
    router.get('/events', (_req, res) => {
      res.on('close', () => left.resolve(performance.now()))
      res.write('an event')
      asked.resolve(undefined)
    }),
  )
  const socket = connect(port, get('/events'))
  await within(asked.promise, 'the request')
  const begun = performance.now()
  socket.end()
  const ended = /** @type {number} */ (await within(left.promise, 'the end'))
  // Before the sweep looks for the first time.
  assert.ok(ended - begun < 500, `it took ${ended - begun} ms`)
  await within(once(socket.resume(), 'close'), 'the end of the connection')
})

test('what has been answered before the FIN is sent', async () => {
  const { port } = await serveNet(addLarge)
  const socket = connect(port, get('/large') + get('/a'))
  socket.end()
  const bytes = await all(socket)
  assert.ok(bytes.length > LARGE, `got ${bytes.length} bytes`)
})

test('a FIN behind half a request that has to wait is told of it', async () => {
  const asked = Promise.withResolvers()
  const { port } = await serveNet((router) => {
    router.post('/body', (req) => req.bytes())
    router.get('/slow', async (_req, res) => {
      asked.resolve(undefined)
      await new Promise((resolve) => setTimeout(resolve, SHORT))
      res.text('slow')
    })
  })
  for (const half of [
    'GET /a HT',
    `POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na`,
  ]) {
    const socket = connect(port, get('/slow') + half)
    await within(asked.promise, 'the request')
    socket.end()
    const answers = parseResponses(await all(socket))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400],
    )
  }
})

test('a half-closed client is sent what nobody listens for', async () => {
  const { port } = await serveNet((router) =>
    router.get('/moving', async (_req, res) => {
      for (let i = 0; i < 10; i++) {
        res.write('.')
        await new Promise((resolve) => setTimeout(resolve, 3 * SHORT))
      }
      res.end('done')
    }),
  )
  const socket = connect(port, get('/moving', 'Connection: close\r\n'))
  socket.end()
  assert.match(String(await all(socket)), /done\r\n0\r\n\r\n$/)
})

test('a half-closed client whose handler hangs is let go', async () => {
  const { port } = await serveNet((router) => router.get('/never', () => {}), {
    requestTimeout: SHORT,
  })
  const socket = connect(port, get('/never'))
  socket.end()
  assert.equal((await all(socket)).length, 0)
})

test('it is let go as well if it sends something now and then', async () => {
  const { port, server } = await serveNet(addLarge, { sendTimeout: SHORT })
  const connected = once(server, 'connection')
  const socket = connect(port, get('/large')).pause()
  const [served] = await connected
  drip(socket, get('/a'))
  await within(
    new Promise((resolve) => served.once('close', resolve)),
    'the server to close it',
  )
  socket.destroy()
})

test('a limit may be set on the server, as node:http lets it', async () => {
  const { port, server } = await serveNet(() => {})
  assert.equal(server.keepAliveTimeout, 5000)
  server.keepAliveTimeout = 65_000
  const kept = await within(once(connect(port, get('/a')), 'data'), 'an answer')
  assert.match(String(kept[0]), /Keep-Alive: timeout=65\r\n/)
  server.keepAliveTimeout = SHORT
  const socket = connect(port, get('/a'))
  assert.match(String(await all(socket)), / 200 OK/)
})

test('short pieces that wait for a client take little more than their bytes', async () => {
  const { Output } = await library('lib/engine/output.js')
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc')
  const socket = new Writable({ decodeStrings: false, write() {} })
  const output = new Output(socket)
  const used = () => {
    gc()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  for (let turn = 0; turn < 50; turn++) {
    for (let i = 0; i < 10_000; i++) output.add(String.fromCharCode(138, 0))
    await nextTurn()
  }
  const grown = used() - before
  assert.equal(socket.writableLength, 1_000_000)
  assert.ok(grown < 4_000_000, `got ${grown} bytes, expected the million`)
})
