/** @import { Case } from '../compare.fixture.js' */

/** @param {string} name @param {(modules: any) => unknown} run @returns {Case} */
const named = (name, run) => Object.assign(run, { toString: () => name })

/** @param {string} text with what differs from run to run */
const steady = (text) =>
  text
    .replace(/Date: [^\r]*/g, 'Date: now')
    .replace(/localhost:\d+|127\.0\.0\.1:\d+/g, 'host:port')

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** @type {Record<string, (req: any, res: any, http: any) => unknown>} */
const answers = {
  '/end': (_req, res) => res.end('hello'),
  '/empty': (_req, res) => res.end(),
  '/status': (_req, res) => {
    res.statusCode = 404
    res.statusMessage = 'Nothing here'
    res.end('no')
  },
  '/writes': (_req, res) => {
    res.write('one')
    res.write('two')
    res.end('three')
  },
  '/later': async (_req, res) => {
    res.write('one')
    await turn()
    res.write(Buffer.from('two'))
    await turn()
    res.end()
  },
  '/last': async (_req, res) => {
    res.write('one')
    await turn()
    res.end('two')
  },
  '/nothing': (_req, res) => res.writeHead(204).end('ignored'),
  '/unchanged': (_req, res) => {
    res.writeHead(304, { etag: '"1"', 'content-length': 5 })
    res.end()
  },
  '/chunked204': (_req, res) => {
    res.setHeader('Transfer-Encoding', 'chunked')
    res.writeHead(204)
    res.end()
  },
  '/length': (_req, res) => {
    res.setHeader('Content-Length', 5)
    res.write('he')
    res.end('llo')
  },
  '/shorter': (_req, res) => {
    res.setHeader('Content-Length', 3)
    res.end('hello')
  },
  '/pairs': (_req, res) =>
    res
      .writeHead(200, [
        ['A', '1'],
        ['B', '2'],
      ])
      .end('ok'),
  '/reason': (_req, res) =>
    res.writeHead(299, 'Quite fine', { 'X-A': ['1', '2'] }).end('ok'),
  '/both': (_req, res) => {
    res.setHeader('X-A', '1')
    res.setHeader('x-b', ['2', '3'])
    res.writeHead(201, { 'X-a': 'new', 'X-C': 4 }).end('ok')
  },
  '/bothList': (_req, res) => {
    res.setHeader('X-A', '1')
    res.setHeader('X-D', 'kept')
    res.writeHead(200, ['x-a', '2', 'X-A', '3']).end('ok')
  },
  '/cookies': (_req, res) => {
    res.setHeader('Set-Cookie', ['a=1', 'b=2'])
    res.appendHeader('Set-Cookie', 'c=3')
    res.appendHeader('X-New', ['1', '2'])
    res.end(`${res.getHeaderNames()}`)
  },
  '/removed': (_req, res) => {
    res.setHeader('X-Gone', '1')
    for (const name of ['X-Gone', 'Date', 'Connection', 'Content-Length']) {
      res.removeHeader(name)
    }
    res.end('ok')
  },
  '/goodbye': (_req, res) => res.setHeader('Connection', 'close').end('bye'),
  '/keeps': (_req, res) =>
    res.setHeader('Keep-Alive', 'timeout=99').end('kept'),
  '/dated': (_req, res) => res.setHeader('Date', 'today').end('ok'),
  '/flushed': async (_req, res) => {
    res.flushHeaders()
    await turn()
    res.end('ok')
  },
  '/bytes': (_req, res) => {
    res.write(Uint8Array.of(104, 105))
    res.write('é', 'latin1')
    res.end('6869', 'hex')
  },
  '/echo': (req, res) => req.pipe(res),
  '/read': async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const { complete, readableEnded, aborted } = req
    const { rawTrailers } = req
    const seen = { complete, readableEnded, aborted, rawTrailers }
    res.end(JSON.stringify({ body, ...seen }))
  },
  '/message': (req, res) => {
    const { method, url, httpVersion, headers, rawHeaders } = req
    const seen = { method, url, httpVersion, headers, rawHeaders }
    res.end(JSON.stringify(seen))
  },
  '/destroyed': (req) => req.socket.destroy(),
  '/left': async (req, res) => {
    const { signal } = req
    setImmediate(() => req.socket.destroy())
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    res.told = [signal.aborted]
  },
  '/cut': (_req, res) => {
    res.write('half')
    setImmediate(() => res.destroy())
  },
  '/strict': (_req, res) => {
    res.strictContentLength = true
    res.setHeader('Content-Length', 2)
    try {
      res.end('too long')
    } catch (error) {
      const { code, message } = /** @type {any} */ (error)
      res.told = [code, message]
      res.destroy()
    }
  },
  '/refused': (_req, res, http) => {
    const calls = {
      status: () => res.writeHead(99),
      reason: () => res.writeHead(200, 'a\nb'),
      name: () => res.setHeader('a b', '1'),
      empty: () => res.setHeader('', '1'),
      undefined: () => res.setHeader('a', undefined),
      value: () => res.setHeader('a', 'b\r\nc'),
      wide: () => res.setHeader('a', '€'),
      odd: () => res.writeHead(200, ['a']),
      get: () => res.getHeader(1),
      chunk: () => res.write(5),
      validName: () => http.validateHeaderName('é'),
      validValue: () => http.validateHeaderValue('a', '\0'),
    }
    const seen = Object.entries(calls).map(([name, call]) => {
      try {
        call()
        return `${name}: nothing`
      } catch (error) {
        const { name: type, code, message } = /** @type {any} */ (error)
        return `${name}: ${type} ${code} ${message}`
      }
    })
    res.statusMessage = 'OK'
    res.end(seen.join('\n'))
  },
  '/late': (_req, res) => {
    res.end('sent')
    const calls = [
      () => res.setHeader('a', '1'),
      () => res.appendHeader('a', '1'),
      () => res.removeHeader('a'),
      () => res.writeHead(200),
    ]
    const seen = calls.map((call) => {
      try {
        call()
        return 'nothing'
      } catch (error) {
        return /** @type {any} */ (error).message
      }
    })
    res.on('error', (/** @type {any} */ error) => seen.push(error.code))
    res.end('again')
    res.told = seen
  },
}

/**
 * Sends bytes to a server, piece by piece, and returns what comes back.
 *
 * @param {any} modules
 * @param {string[]} pieces in Latin-1
 * @param {any} [options] of the server
 */
async function exchange({ http, net }, pieces, options = {}) {
  const { listen, ...settings } = options
  /** @type {string[]} */
  const told = []
  const server = http.createServer(
    settings,
    (/** @type {any} */ req, /** @type {any} */ res) => {
      const { pathname } = new URL(req.url, 'http://a')
      const answer = answers[pathname] ?? answers['/end']
      res.on('close', () => {
        const { writableFinished, headersSent, writableEnded } = res
        told.push(`${req.url} ${writableFinished} ${headersSent}`)
        told.push(`${writableEnded} ${(res.told ?? []).join('; ')}`)
      })
      Promise.resolve(answer(req, res, http)).catch((error) =>
        told.push(`${error.code} ${error.message}`),
      )
    },
  )
  listen?.(server, told)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  /** @type {any[]} */
  const received = []
  socket.on('data', (/** @type {any} */ chunk) => received.push(chunk))
  socket.on('error', (/** @type {any} */ error) => told.push(error.code))
  const closed = new Promise((resolve) => {
    socket.on('end', () => socket.end())
    socket.on('close', resolve)
  })
  for (const piece of pieces) {
    if (piece === 'END') socket.end()
    else if (!socket.destroyed) {
      await new Promise((resolve) => socket.write(piece, 'latin1', resolve))
    }
    for (let i = 0; i < 4; i++) await turn()
  }
  await closed
  await new Promise((resolve) => server.close(resolve))
  const bytes = received.map((chunk) => chunk.toString('latin1')).join('')
  return [steady(bytes), ...told].join('\n')
}

const HOST = 'Host: a\r\n'
const CLOSE = 'Connection: close\r\n'

/** @param {string} path @param {string} [more] */
const get = (path, more = '') => `GET ${path} HTTP/1.1\r\n${HOST}${more}\r\n`

/** @param {string} path */
const last = (path) => get(path, CLOSE)

const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const LONG = 'x'.repeat(16_384)

/** @type {Record<string, string[]>} */
const wires = {
  'HTTP/1.0': ['GET /end HTTP/1.0\r\n\r\n'],
  'HTTP/1.0, kept': [
    'GET /end HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
    'GET /writes HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
  ],
  'pipelined answers in order': [get('/later') + get('/end') + last('/empty')],
  'byte by byte': [...last('/end')],
  'in the middle of the second': [
    `${get('/end')}GET /em`,
    `pty HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  ],
  'no host': ['GET /end HTTP/1.1\r\n\r\n', 'END'],
  'fields that repeat': [
    last(`/message`).replace(
      HOST,
      `${HOST}Cookie: a=1\r\nCookie: b=2\r\nAccept: x\r\nACCEPT: y\r\nX-A: 1\r\nx-a: 2\r\nContent-Type: a\r\nContent-Type: b\r\nSet-Cookie: c\r\nset-cookie: d\r\n`,
    ),
  ],
  'white space around values': [
    get('/message', `X-A: \t a b \t \r\nX-Empty:\r\nX-Latin: \xe9\r\n${CLOSE}`),
  ],
  'an absolute target': [
    `GET http://a.b:80/message?c HTTP/1.1\r\n${HOST}${CLOSE}\r\n`,
  ],
  'OPTIONS *': [`OPTIONS * HTTP/1.1\r\n${HOST}${CLOSE}\r\n`],
  'a space in the target': [`GET /a b HTTP/1.1\r\n${HOST}\r\n`],
  'a byte above 7F': [`GET /\xe9 HTTP/1.1\r\n${HOST}\r\n`],
  'an unknown method': [`GETS /end HTTP/1.1\r\n${HOST}\r\n`],
  'a method in lower case': [`get /end HTTP/1.1\r\n${HOST}\r\n`],
  QUERY: [`QUERY /message HTTP/1.1\r\n${HOST}${CLOSE}\r\n`],
  'HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  'HTTP/3.0': [`GET / HTTP/3.0\r\n${HOST}\r\n`],
  'line feeds alone': ['GET /end HTTP/1.1\nHost: a\n\n'],
  'a space before the colon': [`GET / HTTP/1.1\r\nHost : a\r\n\r\n`],
  'a folded line': [`GET / HTTP/1.1\r\nX: a\r\n b\r\n${HOST}\r\n`],
  'a NUL in a value': [get('/', 'X: a\0b\r\n')],
  'no name': [get('/', ': a\r\n')],
  TLS: ['\x16\x03\x01\x02\x00\x01\x00'],
  'a head that is too large': [get('/', `X: ${LONG}\r\n`)],
  'a target that is too long': [`GET /${LONG} HTTP/1.1\r\n${HOST}\r\n`],
  'half a request, and the end': [`GET /end HTTP/1.1\r\n${HOST}`, 'END'],
  'no request, and the end': ['END'],
  'an answer, and the end': [get('/end'), 'END'],
  'a body of a length': [
    `POST /read HTTP/1.1\r\n${HOST}${CLOSE}Content-Length: 5\r\n\r\nhe`,
    'llo',
  ],
  'a body echoed': [
    `POST /echo HTTP/1.1\r\n${HOST}${CLOSE}Content-Length: 5\r\n\r\nhello`,
  ],
  'a body that is not read': [
    `POST /end HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello${last('/end')}`,
  ],
  'a body in chunks': [
    `POST /read HTTP/1.1\r\n${HOST}${CLOSE}${CHUNKED}\r\n3;a=b\r\nabc\r\nA`,
    '\r\n0123456789\r\n0\r\nX-Sum: 5\r\n\r\n',
  ],
  'a bad chunk that is read': [
    `POST /read HTTP/1.1\r\n${HOST}${CHUNKED}\r\nx\r\nabc`,
  ],
  'extensions that are too long': [
    `POST /read HTTP/1.1\r\n${HOST}${CHUNKED}\r\n1;${LONG}x\r\n`,
  ],
  'half a body': [
    `POST /read HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhe`,
    'END',
  ],
  'both lengths': [
    `POST /read HTTP/1.1\r\n${HOST}${CHUNKED}Content-Length: 3\r\n\r\n`,
  ],
  'two lengths': [get('/', 'Content-Length: 3\r\nContent-Length: 3\r\n')],
  'a length that is none': [get('/', 'Content-Length: +3\r\n')],
  'a coding behind chunked': [get('/', 'Transfer-Encoding: chunked, gzip\r\n')],
  'expects 100': [
    `POST /read HTTP/1.1\r\n${HOST}${CLOSE}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
    'hi',
  ],
  'expects something else': [get('/end', 'Expect: tea\r\n'), 'END'],
  'an upgrade without a listener': [
    get('/end', 'Upgrade: x\r\nConnection: upgrade, close\r\n'),
  ],
}

/** @type {Case[]} */
export const cases = [
  ...Object.keys(answers).map((path) =>
    named(`GET ${path}`, (modules) => exchange(modules, [last(path)])),
  ),
  ...['/end', '/writes', '/nothing', '/message'].map((path) =>
    named(`GET ${path}, kept`, (modules) =>
      exchange(modules, [get(path) + last('/empty')]),
    ),
  ),
  ...['/end', '/writes', '/length', '/empty', '/status'].map((path) =>
    named(`HEAD ${path}`, (modules) =>
      exchange(modules, [last(path).replace('GET', 'HEAD')]),
    ),
  ),
  ...Object.entries(wires).map(([name, pieces]) =>
    named(name, (modules) => exchange(modules, pieces)),
  ),
  ({ http }) => http.STATUS_CODES,
  ({ http }) => [http.METHODS, http.maxHeaderSize],
  ({ http }) => http.createServer('text'),
]
