import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect, get, post, serveNet } from './serve-net.js'
import { velocy } from './serving.js'
import { parseResponses, rawRequest, within } from './support.js'

/** @param {Buffer} bytes */
const textsOf = (bytes) => parseResponses(bytes).map(({ text }) => text)

test('answers come in the order of the requests, however long each takes', async () => {
  const { port } = await serveNet((router) => {
    router.get('/turns/:count', async (req, res) => {
      for (let i = 0; i < Number(req.params.count); i++) await nextTurn()
      res.text(req.params.count)
    })
  })
  const counts = ['9', '0', '4', '1']
  const sent = counts.map((count) => get(`/turns/${count}`)).join('')
  const bytes = await rawRequest(port, sent, { responses: counts.length })
  assert.deepEqual(textsOf(bytes), counts)
})

test('a request is asked when the answer before it is finished', async () => {
  let open = 0
  let most = 0
  const { port } = await serveNet((router) => {
    router.get('/one', async (_req, res) => {
      most = Math.max(most, ++open)
      await nextTurn()
      open--
      res.text('done')
    })
  })
  await rawRequest(port, get('/one').repeat(20), { responses: 20 })
  assert.equal(most, 1)
})

for (const [what, handler] of Object.entries({
  'at once': (/** @type {any} */ req, /** @type {any} */ res) =>
    res.text(req.params.index),
  'a moment later': async (/** @type {any} */ req, /** @type {any} */ res) => {
    await undefined
    res.text(req.params.index)
  },
})) {
  test(`ten thousand requests in a row, answered ${what}`, async () => {
    const count = 10_000
    const { port } = await serveNet((router) => {
      router.get('/:index', handler)
    })
    let sent = ''
    for (let i = 0; i < count; i++) sent += get(`/${i}`)
    const socket = connect(port, sent)
    let text = ''
    for await (const chunk of socket) {
      text += chunk.toString('latin1')
      if (text.endsWith(`\r\n\r\n${count - 1}`)) break
    }
    const answers = textsOf(Buffer.from(text, 'latin1'))
    assert.deepEqual(
      answers,
      Array.from({ length: count }, (_, i) => String(i)),
    )
  })
}

test('the answers to what is read together leave together', async () => {
  const { port, server } = await serveNet(() => {})
  let writes = 0
  server.on('connection', (socket) => {
    const { write } = socket
    socket.write = (/** @type {any[]} */ ...args) => {
      writes++
      return Reflect.apply(write, socket, args)
    }
  })
  await rawRequest(port, get('/a').repeat(16), { responses: 16 })
  assert.equal(writes, 1)
})

/** @type {Record<string, (res: any) => void>} */
const larges = {
  'large bytes': (res) => res.end(Buffer.alloc(256 * 1024, 'x')),
  'small texts': (res) => res.end('x'.repeat(16 * 1024)),
}
for (const [what, answer] of Object.entries(larges)) {
  test(`whoever takes no answers is asked nothing more: ${what}`, async () => {
    const count = 1500
    let asked = 0
    const { port } = await serveNet((router) => {
      router.get('/large', (_req, res) => {
        asked++
        answer(res)
      })
    })
    const socket = connect(port).pause()
    await once(socket, 'connect')
    socket.write(get('/large').repeat(count - 1))
    socket.end(get('/large', 'Connection: close\r\n'))
    let before = -1
    for (let quiet = 0; quiet < 50; quiet++) {
      await nextTurn()
      if (asked !== before) quiet = 0
      before = asked
    }
    // What the two ends of the connection hold in the system, and one more.
    assert.ok(asked < count * 0.75, `${asked} of ${count} were asked`)
    for await (const _chunk of socket);
    assert.equal(asked, count)
  })
}

test('whoever sends without end while an answer is under way has to wait', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers()
  const { port } = await serveNet((router) => {
    router.get('/never', (req) => arrive(req.socket))
  })
  const socket = connect(port, get('/never'))
  const served = await within(arrived, 'the request')
  const more = Buffer.from(get('/a').repeat(20_000))
  socket.write(more)
  let before = -1
  for (let quiet = 0; quiet < 50; quiet++) {
    await nextTurn()
    if (served.bytesRead !== before) quiet = 0
    before = served.bytesRead
  }
  assert.ok(before < more.length / 2, `${before} of ${more.length} were read`)
  socket.destroy()
})

test('a client that sends no more gets all its answers, and the end', async () => {
  const { port } = await serveNet((router) => {
    router.get('/slow', async (_req, res) => {
      for (let i = 0; i < 5; i++) await nextTurn()
      res.text('slow')
    })
  })
  const sent = get('/a') + get('/slow') + get('/a') + get('/slow')
  const bytes = await rawRequest(port, sent, { responses: Infinity, end: true })
  assert.deepEqual(textsOf(bytes), ['ok', 'slow', 'ok', 'slow'])
})

test('a body that nobody reads does not lie in the way of the next request', async () => {
  const { port } = await serveNet((router) => {
    router.post('/unread', (_req, res) => res.text('unread'))
  })
  const sent = post('/unread', get('/b').repeat(5000)) + get('/a')
  const bytes = await rawRequest(port, sent, { responses: 2 })
  assert.deepEqual(textsOf(bytes), ['unread', 'ok'])
})

test('a line break between requests is no request', async () => {
  const { port } = await serveNet(() => {})
  const sent = `${get('/a')}\r\n${get('/a')}`
  assert.deepEqual(textsOf(await rawRequest(port, sent, { responses: 2 })), [
    'ok',
    'ok',
  ])
  const bytes = await rawRequest(port, `${get('/a')}\r\n`, {
    responses: Infinity,
    end: true,
  })
  assert.deepEqual(textsOf(bytes), ['ok'])
})

test('behind an answer that says close, nothing is asked', async () => {
  let asked = 0
  const { port } = await serveNet((router) => {
    router.get('/count', (_req, res) => res.text(String(++asked)))
  })
  const sent = get('/count', 'Connection: close\r\n') + get('/count')
  const bytes = await rawRequest(port, sent, { responses: Infinity })
  assert.deepEqual(textsOf(bytes), ['1'])
  assert.equal(asked, 1)
})

for (const event of ['finish', 'close']) {
  test(`each answer counts its own bytes, and has left by '${event}'`, async () => {
    /** @type {[number, number][]} */
    const sizes = []
    const { port } = await serveNet((router) => {
      router.get('/watched', (req, /** @type {any} */ res) => {
        res.on(event, () => {
          sizes.push([res.bytesWritten, req.socket.bytesWritten])
        })
        res.text('watched')
      })
    })
    const sent = get('/watched') + get('/a') + get('/watched')
    const bytes = await rawRequest(port, sent, { responses: 3 })
    const answers = String(bytes).split(/(?<=watched|ok)(?=HTTP)/)
    assert.deepEqual(sizes, [
      [answers[0].length, bytes.length],
      [answers[2].length, bytes.length],
    ])
  })
}

test('answers leave together with an access log, too', async () => {
  const { port, server } = await serveNet(() => {})
  /** @type {any[]} */
  const lines = []
  const log = {
    info: (/** @type {string} */ _, /** @type {any} */ fields) =>
      lines.push(fields),
  }
  velocy.logRequests(server, /** @type {any} */ (log))
  let writes = 0
  server.on('connection', (socket) => {
    const { write } = socket
    socket.write = (/** @type {any[]} */ ...args) => {
      writes++
      return Reflect.apply(write, socket, args)
    }
  })
  const bytes = await rawRequest(port, get('/a').repeat(16), { responses: 16 })
  await nextTurn()
  assert.equal(writes, 1)
  assert.deepEqual(
    lines.map((line) => line.bytes),
    Array.from({ length: 16 }, () => bytes.length / 16),
  )
})

test('tracers are told of each response, as by node:http', async () => {
  /** @type {string[]} */
  const told = []
  const names = ['request.start', 'response.created', 'response.finish']
  const listeners = names.map((name) => {
    const listener = (/** @type {any} */ { request, response }) => {
      told.push(`${name} ${request.url} ${response.statusCode}`)
    }
    const channel = `http.server.${name}`
    subscribe(channel, listener)
    return () => unsubscribe(channel, listener)
  })
  const { port } = await serveNet(() => {})
  await rawRequest(port, get('/a') + get('/b'), { responses: 2 })
  await nextTurn()
  for (const stop of listeners) stop()
  assert.deepEqual(told.sort(), [
    'request.start /a 200',
    'request.start /b 200',
    'response.created /a 200',
    'response.created /b 200',
    'response.finish /a 200',
    'response.finish /b 404',
  ])
})

for (const engine of /** @type {const} */ (['net', 'http'])) {
  test(`${engine}: half an answer ends the connection, behind what was before it`, async () => {
    const addRoutes = (
      /** @type {import('../lib/index.js').Router} */ router,
    ) => {
      router.get('/slow', async (_req, res) => {
        for (let i = 0; i < 4; i++) await nextTurn()
        res.text('slow')
      })
      router.get('/half', (_req, res) => {
        res.writeHead(200, { 'content-length': 9 })
        res.write('half')
        res.destroy()
      })
    }
    const { port } = await serveNet(addRoutes, { engine })
    const sent = get('/slow') + get('/half') + get('/a')
    const bytes = await rawRequest(port, sent, { responses: Infinity })
    assert.equal(textsOf(bytes)[0], 'slow')
    assert.doesNotMatch(bytes.toString('latin1'), /ok$/)
  })
}
