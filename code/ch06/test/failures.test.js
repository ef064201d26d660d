import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { pipeline, Writable } from 'node:stream'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from './library.js'
import { parseResponses, rawRequest, within } from './support.js'

/** @type {typeof import('../lib/index.js')} */
const { createServer, Router } = await library('lib/index.js')

/** @type {import('node:http').Server[]} */
const servers = []
after(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/**
 * A server with a router, what its handlers threw, and its connections.
 *
 * @param {(router: import('../lib/index.js').Router) => void} addRoutes
 */
async function serve(addRoutes) {
  /** @type {any[]} */
  const errors = []
  const router = new Router({ onError: (error) => errors.push(error) })
  router.get('/a', (_req, res) => res.text('ok'))
  addRoutes(router)
  const server = createServer(router)
  servers.push(server)
  /** @type {Promise<unknown>[]} */
  const closes = []
  server.on('connection', (socket) => {
    closes.push(new Promise((resolve) => socket.on('close', resolve)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  return { port, errors, closes }
}

/** @param {string} path */
const get = (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** @param {any} res */
function writeHalf(res) {
  res.writeHead(200, { 'content-length': 10 })
  res.write('half')
}

/** @type {Record<string, (req: any, res: any) => unknown>} */
const halves = {
  'throws after its head': (_req, res) => {
    writeHalf(res)
    throw new Error('secret')
  },
  'rejects after its head': async (_req, res) => {
    writeHalf(res)
    await nextTurn()
    throw new Error('secret')
  },
  'destroys its response': (_req, res) => {
    writeHalf(res)
    res.destroy()
  },
  'destroys what it has not begun': (_req, res) => res.destroy(),
}
for (const [what, handler] of Object.entries(halves)) {
  test(`a pipelined request that ${what} leaves no connection behind`, async () => {
    const large = Buffer.alloc(8 * 1024 * 1024)
    const { port, closes } = await serve((router) => {
      router.get('/half', handler)
      router.get('/large', (_req, res) => {
        res.writeHead(200, { 'content-length': large.length }).end(large)
      })
    })
    const requests = ['/a', '/half', '/large', '/a'].map(get).join('')
    for (let i = 0; i < 10; i++) {
      const bytes = await rawRequest(port, requests, { responses: Infinity })
      const answers = parseResponses(bytes)
      assert.deepEqual(
        answers.map(({ text }) => text),
        ['ok'],
      )
    }
    await within(Promise.all(closes), 'the connections to be closed')
    assert.equal(closes.length, 10)
  })
}

test('half an answer lets those before it finish', async () => {
  const { port } = await serve((router) => {
    router.get('/slow', async (_req, res) => {
      // Where all are asked at once, the other one fails meanwhile.
      await nextTurn()
      await nextTurn()
      res.text('slow')
    })
    router.get('/half', (_req, res) => {
      writeHalf(res)
      throw new Error('secret')
    })
  })
  const sent = get('/slow') + get('/half') + get('/a')
  const bytes = await rawRequest(port, sent, { responses: Infinity })
  const answers = parseResponses(bytes)
  assert.deepEqual(
    answers.map(({ text }) => text),
    ['slow'],
  )
})

const SIZE = 300_000

/** @type {Record<string, (req: any, res: any) => unknown>} */
const readers = {
  'a loop over it that fails': async (req) => {
    for await (const _chunk of req) throw new Error('secret')
  },
  'a loop over it that stops': async (req, res) => {
    for await (const _chunk of req) break
    res.text('enough', 500)
  },
  'a pipeline that fails': (req) =>
    new Promise((_resolve, reject) => {
      const full = new Writable({
        write: (_chunk, _encoding, done) => done(new Error('secret')),
      })
      pipeline(req, full, reject)
    }),
  'a listener that is gone, and a pause': async (req) => {
    const [chunk] = await once(req, 'data')
    req.pause()
    throw new Error(`secret after ${chunk.length}`)
  },
  nobody: () => {
    throw new Error('secret')
  },
}
for (const [who, handler] of Object.entries(readers)) {
  for (const framing of ['a length', 'chunks']) {
    test(`after a body with ${framing}, read by ${who}, the next request has its turn`, async () => {
      const { port } = await serve((router) => router.post('/body', handler))
      const body = 'x'.repeat(SIZE)
      const isChunked = framing === 'chunks'
      const field = isChunked
        ? 'Transfer-Encoding: chunked'
        : `Content-Length: ${SIZE}`
      const sent = [
        `POST /body HTTP/1.1\r\nHost: x\r\n${field}\r\n\r\n`,
        isChunked ? `${SIZE.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body,
        get('/a'),
      ]
      const bytes = await rawRequest(port, sent, { responses: 2 })
      const [failed, next] = parseResponses(bytes)
      assert.equal(failed.status, 500)
      assert.equal(next.text, 'ok')
    })
  }
}

test('a body that does not end is not read for ever', async () => {
  const { port, closes } = await serve((router) => {
    router.post('/body', readers['a loop over it that fails'])
  })
  const socket = net.connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  socket.resume()
  socket.write(
    'POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
  const closed = new Promise((resolve) => socket.on('close', resolve))
  await within(closed, 'the server to end it')
  await within(Promise.all(closes), 'the connection to be closed')
})

test('a handler that has answered early reads the body to its end', async () => {
  const { promise: read, resolve } = Promise.withResolvers()
  const { port } = await serve((router) => {
    router.post('/body', async (req, res) => {
      res.text('accepted', 202)
      let length = 0
      for await (const chunk of req) length += chunk.length
      resolve(length)
    })
  })
  const head = `POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\n`
  const sent = [head, 'x'.repeat(SIZE), get('/a')]
  await rawRequest(port, sent, { responses: 2 })
  assert.equal(await within(read, 'the body'), SIZE)
})

/** @type {Record<string, (req: any, res: any) => unknown>} */
const late = {
  'ends twice': (_req, res) => {
    res.end('a')
    res.end('b')
  },
  'writes after the end': (_req, res) => {
    res.end('a')
    res.write('b')
  },
}
for (const [what, handler] of Object.entries(late)) {
  test(`a handler that ${what} does not end the process, and is told`, async () => {
    const { port, errors } = await serve((router) => {
      router.get('/late', handler)
    })
    const bytes = await rawRequest(port, [get('/late'), get('/a')], {
      responses: 2,
    })
    const [first, next] = parseResponses(bytes)
    assert.equal(first.text, 'a')
    assert.equal(next.text, 'ok')
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['ERR_STREAM_WRITE_AFTER_END'],
    )
  })
}

const wild = {
  'that is none': null,
  'whose status cannot be read': Object.defineProperty(new Error(), 'status', {
    get() {
      throw new Error('secret')
    },
  }),
  'that cannot be read at all': new Proxy(
    {},
    {
      get() {
        throw new Error('secret')
      },
    },
  ),
  'whose status is no number': { status: '404', expose: true },
  'whose status is no integer': { status: 404.5, expose: true },
}
for (const [what, error] of Object.entries(wild)) {
  test(`an error ${what} is a 500`, async () => {
    const { port } = await serve((router) => {
      router.get('/throws', () => {
        throw error
      })
      router.get('/rejects', async () => {
        throw error
      })
    })
    const sent = [get('/throws'), get('/rejects'), get('/a')]
    const bytes = await rawRequest(port, sent, { responses: 3 })
    const answers = parseResponses(bytes)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [500, 500, 200],
    )
  })
}
