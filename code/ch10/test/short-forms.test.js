import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { capturePrints, serve } from './serving.js'
import { parseResponses, rawRequest, request } from './support.js'

test('json() and text() take a status, or options', async () => {
  const app = await serve((router) => {
    router.get('/number', (_req, res) => res.json({ a: 1 }, 201))
    router.get('/options', (_req, res) =>
      res.json(
        { a: 1 },
        { status: 201, headers: { Location: '/a/1', 'x-n': 7 } },
      ),
    )
    router.get('/own', (_req, res) => {
      res.statusCode = 202
      res.setHeader('content-type', 'text/csv')
      return res.text('a,b', { headers: { 'set-cookie': ['a=1', 'b=2'] } })
    })
    router.get('/type', (_req, res) =>
      res.json(
        {},
        { status: 200, headers: { 'Content-Type': 'application/hal+json' } },
      ),
    )
  })
  assert.equal((await request(app, '/number')).status, 201)
  const { status, headers, text } = await request(app, '/options')
  assert.equal(status, 201)
  assert.equal(headers.location, '/a/1')
  assert.equal(headers['x-n'], '7')
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(text, '{"a":1}')
  const own = await request(app, '/own')
  assert.equal(own.status, 202)
  assert.equal(own.headers['content-type'], 'text/csv')
  assert.equal(own.headers['set-cookie'], 'a=1, b=2')
  assert.equal(own.headers.etag, undefined)
  const { headers: hal } = await request(app, '/type')
  assert.equal(hal['content-type'], 'application/hal+json')
})

/** Strings that a browser takes for another server's address. */
const elsewhere = [
  ...['//evil.test/', '///evil.test/', '/\\evil.test/', '\\\\evil.test'],
  ...[
    '/\t/evil.test',
    ' //evil.test',
    '/.//evil.test',
    '//user@here.invalid//x',
  ],
  ...['https://evil.test/', 'https:evil.test', 'javascript:alert(1)'],
]

/** @type {[string, (req: any, res: any) => unknown, string, RegExp][]} */
const wrong = [
  [
    'a mistyped option',
    (_req, res) => res.json({}, { stauts: 201 }),
    'ERR_VELOCY_BAD_OPTION',
    /'stauts', expected one of .*status/,
  ],
  [
    'a status that is none',
    (_req, res) => res.text('', { status: 99 }),
    'ERR_VELOCY_BAD_OPTION',
    /99/,
  ],
  [
    'options that are none',
    (_req, res) => res.json({}, '201'),
    'ERR_VELOCY_BAD_OPTION',
    /'201'/,
  ],
  [
    'an etag that is not true or false',
    (_req, res) => res.json({}, { etag: '"1"' }),
    'ERR_VELOCY_BAD_OPTION',
    /true or false/,
  ],
  [
    'a Map of fields',
    (_req, res) => {
      /** @type {any} */
      const headers = new Map([['x-a', 'b']])
      return res.json({}, { headers })
    },
    'ERR_VELOCY_BAD_OPTION',
    /headers: .*\{ name: value \}/,
  ],
  [
    'a Headers object',
    (_req, res) => {
      /** @type {any} */
      const headers = new Headers({ 'x-a': 'b' })
      return res.text('', { headers })
    },
    'ERR_VELOCY_BAD_OPTION',
    /headers: .*\{ name: value \}/,
  ],
  [
    'a value without JSON',
    (_req, res) => res.json(undefined),
    'ERR_VELOCY_NO_JSON',
    /^got undefined, /,
  ],
  [
    'a value that JSON would lose',
    (_req, res) => res.json(new Map([['a', 1]])),
    'ERR_VELOCY_NO_JSON',
    /a Map/,
  ],
  [
    'a redirect that is none',
    (_req, res) => res.redirect('/a', 200),
    'ERR_VELOCY_BAD_OPTION',
    /^res\.redirect: got status: 200, expected one of 301, 302, 303, 307, 308$/,
  ],
  ...[undefined, null, '', {}, 5, ['/a'], Symbol('a'), ...elsewhere].map(
    (url) =>
      /** @type {(typeof wrong)[number]} */ ([
        `a redirect to ${inspect(url)}`,
        (_req, res) => res.redirect(url),
        'ERR_VELOCY_BAD_OPTION',
        /^res\.redirect: got url: .*, expected a path on this server, such as/,
      ]),
  ),
]
for (const [what, handler, code, message] of wrong) {
  test(`${what} is an error that says what was got`, async (t) => {
    const printed = capturePrints(t)
    const app = await serve((router) => router.get('/', handler))
    assert.equal((await request(app, '/')).status, 500)
    const [error] = printed()
    assert.equal(error.code, code)
    assert.match(error.message, message)
  })
}

test('a redirect says where, for people, too', async () => {
  const app = await serve((router) => {
    router.get('/old', (_req, res) => {
      res.setHeader('content-type', 'text/html')
      res.redirect('/new')
    })
    router.post('/form', (_req, res) => res.redirect('/done', 303))
    router.get('/url', (_req, res) =>
      res.redirect(new URL('https://a.test/ü?q=ß'), 308),
    )
  })
  const { status, headers, text } = await request(app, '/old')
  assert.equal(status, 302)
  assert.equal(headers.location, '/new')
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(text, /\/new/)
  const form = await request(app, '/form', { method: 'POST' })
  assert.equal(form.status, 303)
  const url = await request(app, '/url')
  assert.equal(url.status, 308)
  assert.equal(url.headers.location, 'https://a.test/%C3%BC?q=%C3%9F')
})

test('a redirect has one of the five statuses that send a client on', async () => {
  const app = await serve((router) => {
    router.get('/:status', (req, res) =>
      // @ts-expect-error: most numbers are none of them.
      res.redirect('/new', Number(req.params.status)),
    )
  })
  for (const status of [301, 302, 303, 307, 308]) {
    assert.equal((await request(app, `/${status}`)).status, status)
  }
})

/** @type {[string, string][]} */
const locations = [
  ['/a/b?c=d&e=%20#f', '/a/b?c=d&e=%20#f'],
  ['../up', '/deep/up'],
  ['?page=2', '/deep/er/0?page=2'],
  ['/olá', '/ol%C3%A1'],
  ['/a b', '/a%20b'],
  ['/a-\r\nset-cookie: x=1', '/a-set-cookie:%20x=1'],
  ['/<script>"', '/%3Cscript%3E%22'],
  ['/\ud800', '/%EF%BF%BD'],
]
test('a redirect to a path has one Location, in ASCII', async () => {
  const app = await serve((router) => {
    router.get('/deep/er/:index', (req, res) =>
      res.redirect(locations[Number(req.params.index)][0]),
    )
  })
  for (const [index, [given, expected]] of locations.entries()) {
    const path = `/deep/er/${index}`
    const { headers } = await request(app, path)
    assert.equal(headers.location, expected.replace(/0(?=\?)/, `${index}`))
    assert.equal(headers['set-cookie'], undefined, given)
  }
})

test('a redirect from an absolute target stays on the server', async () => {
  const app = await serve((router) => {
    router.get('/old/a', (_req, res) => res.redirect('b'))
  })
  const head = 'GET http://x.test/old/a HTTP/1.1\r\nHost: x.test\r\n\r\n'
  const [answer] = parseResponses(await rawRequest(app.port, head))
  assert.equal(answer.headers.location, '/old/b')
})

test('choose() is the best of what is on offer, or null, and sets Vary', async () => {
  const app = await serve((router) => {
    router.get('/', (_req, res) => {
      res.setHeader('vary', ['Origin', 'Cookie'])
      res.choose('application/json')
      return res.choose('application/json', 'text/html')
    })
  })
  /** @type {[string | undefined, string][]} */
  const cases = [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/html, application/json;q=0.5', 'text/html'],
    ['text/*', 'text/html'],
    ['image/png', 'null'],
  ]
  for (const [accept, expected] of cases) {
    /** @type {Record<string, string>} */
    const fields = accept === undefined ? {} : { accept }
    const { text, headers } = await request(app, '/', { headers: fields })
    assert.equal(text, expected)
    assert.equal(headers.vary, 'Origin, Cookie, Accept')
  }
})

test('an offer that is no media type is an error', async (t) => {
  const printed = capturePrints(t)
  const app = await serve((router) => {
    router.get('/', (_req, res) => res.choose('json'))
  })
  const headers = { accept: 'text/html' }
  assert.equal((await request(app, '/', { headers })).status, 500)
  assert.equal((await request(app, '/')).status, 500)
  assert.deepEqual(
    printed().map(({ code }) => code),
    ['ERR_VELOCY_BAD_MEDIA_TYPE', 'ERR_VELOCY_BAD_MEDIA_TYPE'],
  )
})

/** @param {import('../lib/index.js').Router} router */
function addTagged(router) {
  router.all('/tagged', (_req, res) => {
    res.setHeader('cache-control', 'no-cache')
    res.choose('application/json')
    res.json({ a: 1 }, { etag: true })
  })
  router.get('/text', (_req, res) => res.text('a', { etag: true }))
  router.get('/status/:status', (req, res) =>
    res.json({ a: 1 }, { status: Number(req.params.status), etag: true }),
  )
  router.get('/versioned', (_req, res) => {
    res.setHeader('etag', '"v7"')
    res.setHeader('last-modified', 'Sun, 06 Nov 1994 08:49:37 GMT')
    res.json({ a: 1 }, { etag: true })
  })
}

test('an entity tag stands for the bytes of the answer', async () => {
  const app = await serve(addTagged)
  const { headers, text } = await request(app, '/tagged')
  assert.match(headers.etag, /^"[\w-]{22}"$/)
  assert.equal(text, '{"a":1}')
  const again = await request(app, '/tagged')
  assert.equal(again.headers.etag, headers.etag)
  const other = await request(app, '/text')
  assert.match(other.headers.etag, /^"[\w-]{22}"$/)
  assert.notEqual(other.headers.etag, headers.etag)
  const own = await request(app, '/versioned')
  assert.equal(own.headers.etag, '"v7"')
})

test('a client that has the answer already gets a 304', async () => {
  const app = await serve(addTagged)
  const { etag } = (await request(app, '/tagged')).headers
  for (const method of ['GET', 'HEAD']) {
    const answer = await request(app, '/tagged', {
      method,
      headers: { 'if-none-match': `"other", W/${etag}` },
    })
    assert.equal(answer.status, 304)
    assert.equal(answer.text, '')
    assert.equal(answer.headers.etag, etag)
    assert.equal(answer.headers.vary, 'Accept')
    assert.equal(answer.headers['cache-control'], 'no-cache')
    assert.equal(answer.headers['content-type'], undefined)
    assert.equal(answer.headers['content-length'], undefined)
  }
  const since = { 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' }
  const dated = await request(app, '/versioned', { headers: since })
  assert.equal(dated.status, 304)
  assert.equal(dated.headers['last-modified'], undefined)
  const next = await rawRequest(
    app.port,
    `GET /tagged HTTP/1.1\r\nHost: x\r\nIf-None-Match: ${etag}\r\n\r\n` +
      'GET /text HTTP/1.1\r\nHost: x\r\n\r\n',
    { responses: 2 },
  )
  assert.match(String(next), /304 Not Modified.*200 OK/s)
})

test('a client that wants another version gets a 412', async () => {
  const app = await serve(addTagged)
  const headers = { 'if-match': '"other"' }
  const { status, text, ...answer } = await request(app, '/tagged', { headers })
  assert.equal(status, 412)
  assert.equal(text, 'Precondition Failed')
  assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(answer.headers.etag, /^"/)
})

test('of an answer that is no success, or of a change, no condition is asked', async () => {
  const app = await serve(addTagged)
  const headers = { 'if-match': '"other"', 'if-none-match': '*' }
  for (const status of [300, 404]) {
    const answer = await request(app, `/status/${status}`, { headers })
    assert.equal(answer.status, status)
  }
  // It is done already, and a 412 would say that it is not.
  const put = await request(app, '/tagged', { method: 'PUT', headers })
  assert.equal(put.status, 200)
  assert.match(put.headers.etag, /^"/)
})
