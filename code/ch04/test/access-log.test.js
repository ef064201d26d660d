import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { test } from 'node:test'
import { library } from './library.js'
import {
  parseResponses,
  rawRequest,
  request,
  startApp,
  within,
} from './support.js'

const { createLogger } = await library('lib/log/logger.js')
const { logRequests } = await library('lib/log/access.js')

/** A logger, its lines, and a way to wait for so many of them. */
function memory() {
  /** @type {any[]} */
  const lines = []
  let arrived = () => {}
  const destination = {
    write(/** @type {string} */ line) {
      lines.push(JSON.parse(line))
      arrived()
      return true
    },
  }
  return {
    log: createLogger({ destination }),
    lines,
    /** @param {number} count */
    has: (count) =>
      within(
        new Promise((resolve) => {
          arrived = () => lines.length >= count && resolve(lines)
          arrived()
        }),
        `${count} lines`,
      ),
  }
}

test('each request leaves a line: method, target, status, bytes, ms', async () => {
  const { log, lines, has } = memory()
  const app = await startApp({ log })
  try {
    await request(app, '/hello?x=1')
    await request(app, '/none')
    await has(2)
  } finally {
    await app.close()
  }
  const [hello, none] = lines
  assert.equal(hello.msg, 'request')
  assert.equal(hello.method, 'GET')
  assert.equal(hello.target, '/hello?x=1')
  assert.equal(hello.status, 200)
  assert.ok(hello.ms >= 0 && hello.ms < 5000)
  assert.ok(!('aborted' in hello))
  assert.equal(none.status, 404)
})

test('without a log the server is as silent as before', async () => {
  const app = await startApp()
  try {
    assert.equal((await request(app, '/hello')).status, 200)
  } finally {
    await app.close()
  }
})

test('bytes are those of each response, on a shared connection', async () => {
  const { log, lines, has } = memory()
  const app = await startApp({ log })
  try {
    const one = 'GET /hello HTTP/1.1\r\nHost: x\r\n\r\n'
    const two = 'GET /none HTTP/1.1\r\nHost: x\r\n\r\n'
    const bytes = await rawRequest(app.port, [one + two + one, two], {
      responses: 4,
    })
    await has(4)
    const sum = lines.reduce((total, line) => total + line.bytes, 0)
    assert.equal(sum, bytes.length)
    assert.equal(parseResponses(bytes).length, 4)
    assert.equal(lines[0].bytes, lines[2].bytes)
    assert.notEqual(lines[0].bytes, lines[1].bytes)
  } finally {
    await app.close()
  }
})

test('close() flushes the log', async () => {
  const calls = { flushes: 0 }
  const destination = {
    write: () => true,
    flushSync: () => ++calls.flushes > 0,
  }
  const app = await startApp({ log: createLogger({ destination }) })
  await request(app, '/hello').finally(app.close)
  assert.equal(calls.flushes, 1)
})

test('a client that leaves is logged when it does', async (t) => {
  const { log, has } = memory()
  const server = http.createServer(() => {})
  logRequests(server, log)
  server.listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const socket = net.connect(port, '127.0.0.1')
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(server, 'request')
  socket.destroy()
  const [line] = await has(1)
  assert.deepEqual([line.status, line.aborted], [0, true])
  assert.equal(line.bytes, 0)
})

test('the target is what was asked for, whatever a handler makes of it', async (t) => {
  const { log, has } = memory()
  const server = http.createServer((req, res) => {
    req.url = '/changed'
    res.end()
  })
  logRequests(server, log)
  server.listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  await request({ host: '127.0.0.1', port }, '/asked')
  const [line] = await has(1)
  assert.equal(line.target, '/asked')
})

for (const [what, sent, status] of /** @type {[string, string, number][]} */ ([
  [
    'with an unknown Expect',
    'GET /hello HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n',
    417,
  ],
  ['without a Host', 'GET /hello HTTP/1.1\r\n\r\n', 400],
])) {
  test(`a request ${what}, which node:http answers, leaves a line`, async () => {
    const { log, lines, has } = memory()
    const app = await startApp({ log })
    try {
      const bytes = await rawRequest(
        app.port,
        `${sent}GET /none HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        { responses: Infinity },
      )
      await has(status === 417 ? 2 : 1)
      const [method, target] = sent.split(' ')
      assert.deepEqual(
        [lines[0].method, lines[0].target, lines[0].status],
        [method, target, status],
      )
      const sum = lines.reduce((total, line) => total + line.bytes, 0)
      assert.equal(sum, bytes.length)
    } finally {
      await app.close()
    }
  })
}

test('an upgrade that nobody listens to is a request like others', async () => {
  const { log, lines, has } = memory()
  const app = await startApp({ log })
  try {
    const bytes = await rawRequest(
      app.port,
      'GET /hello HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\n' +
        'Upgrade: websocket\r\n\r\n',
      { responses: Infinity },
    )
    await has(1)
    assert.deepEqual([lines[0].status, lines[0].bytes], [200, bytes.length])
  } finally {
    await app.close()
  }
})

test('a log gets the requests of its own server', async () => {
  const one = memory()
  const two = memory()
  const app = await startApp({ log: one.log })
  const other = await startApp({ log: two.log })
  try {
    await request(app, '/hello')
    await request(other, '/none')
    await one.has(1)
    await two.has(1)
  } finally {
    await app.close()
    await other.close()
  }
  assert.deepEqual(
    [...one.lines, ...two.lines].map(({ target }) => target),
    ['/hello', '/none'],
  )
})
