import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { capturePrints, serve } from './serving.js'
import { rawRequest, request } from './support.js'

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
    /undefined/,
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
    'ERR_VELOCY_BAD_REDIRECT',
    /200/,
  ],
  ...[undefined, null, '', {}, 5, ['/a'], Symbol('a')].map(
    (url) =>
      /** @type {(typeof wrong)[number]} */ ([
        `a redirect to ${inspect(url)}`,
        (_req, res) => res.redirect(url),
        'ERR_VELOCY_BAD_OPTION',
        /^res\.redirect: got url: .*, expected a URL, or a string such as/,
      ]),
  ),
  [
    'a name that is no field',
    (_req, res) => res.vary('a b'),
    'ERR_VELOCY_BAD_FIELD',
    /"a b"/,
  ],
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
  ['../up', '../up'],
  ['https://[::1]:8080/a', 'https://[::1]:8080/a'],
  ['/olá', '/ol%C3%A1'],
  ['/a b', '/a%20b'],
  ['/a\r\nset-cookie: x=1', '/a%0D%0Aset-cookie:%20x=1'],
  ['/<script>"', '/%3Cscript%3E%22'],
  ['/\ud800', '/%EF%BF%BD'],
  ['//evil.test/', '/.//evil.test/'],
  ['///evil.test/', '/.///evil.test/'],
  ['/\\evil.test/', '/%5Cevil.test/'],
  ['\\\\evil.test', '%5C%5Cevil.test'],
  ['/\t/evil.test', '/%09/evil.test'],
  [' //evil.test', '%20//evil.test'],
  // No browser can read these. Escaped, they would lead to evil.test.
  ['https:<\\@evil.test', './https:%3C%5C@evil.test'],
  ['https://a.test |\\@evil.test', './https://a.test%20%7C%5C@evil.test'],
]
test('whatever a redirect is given, Location is one field of ASCII', async () => {
  const app = await serve((router) => {
    router.get('/:index', (req, res) =>
      res.redirect(locations[Number(req.params.index)][0]),
    )
  })
  for (const [index, [given, expected]] of locations.entries()) {
    const { headers } = await request(app, `/${index}`)
    assert.equal(headers.location, expected)
    assert.equal(headers['set-cookie'], undefined)
    if (!URL.canParse(given)) {
      const { origin } = new URL(headers.location, 'http://here.test/')
      assert.equal(origin, 'http://here.test', given)
    }
  }
})

test('a redirect leads to the host that whoever checked the URL has seen', async () => {
  const urls = [
    'http://a.test\\@evil.test/',
    'http:\\\\a.test\\@evil.test',
    'https://a.test\t.evil.test/',
    'HTTP://a.test#@evil.test/',
  ]
  const app = await serve((router) => {
    router.get('/:index', (req, res) =>
      res.redirect(urls[Number(req.params.index)]),
    )
  })
  for (const [index, url] of urls.entries()) {
    const { headers } = await request(app, `/${index}`)
    assert.equal(new URL(headers.location).host, new URL(url).host)
  }
})

test('a redirect to what a page would read as a path stays on its host', async () => {
  // Whoever checks them by the page's own address has seen that host.
  const urls = [
    ...['http:evil.test', 'https:evil.test', 'HTTP:evil.test'],
    ...['http:/evil.test', 'https:/evil.test', ' http:evil.test'],
    ...['ht\ntp:evil.test', 'http:@evil.test', 'http:\\evil.test'],
  ]
  const app = await serve((router) => {
    router.get('/:index', (req, res) =>
      res.redirect(urls[Number(req.params.index)]),
    )
  })
  for (const [index, url] of urls.entries()) {
    const { status, headers } = await request(app, `/${index}`)
    assert.equal(status, 302)
    for (const page of ['http://here.test/a', 'https://here.test/a']) {
      const { location } = headers
      if (!URL.canParse(location, page)) continue
      assert.equal(new URL(location, page).host, 'here.test', url)
    }
  }
})

test('a path that begins with two slashes leads back to itself', async () => {
  const app = await serve((router) => {
    router.get('/*rest', (req, res) =>
      req.path.endsWith('/') ? 'here' : res.redirect(`${req.path}/`, 308),
    )
  })
  const { headers } = await request(app, '//evil.test')
  const target = new URL(headers.location, 'http://here.test//evil.test')
  assert.equal(target.href, 'http://here.test//evil.test/')
})

test('vary() names each field once, and chains', async () => {
  const app = await serve((router) => {
    router.get('/a', (_req, res) =>
      res.vary('Accept').vary('accept', 'Origin').text(''),
    )
    router.get('/all', (_req, res) => res.vary('Accept', '*').text(''))
    router.get('/lines', (_req, res) => {
      res.setHeader('vary', ['Accept', 'Origin'])
      res.vary('Cookie').text('')
    })
  })
  assert.equal((await request(app, '/a')).headers.vary, 'Accept, Origin')
  assert.equal((await request(app, '/all')).headers.vary, '*')
  const { headers } = await request(app, '/lines')
  assert.equal(headers.vary, 'Accept, Origin, Cookie')
})

test('accepts() is the best of what is on offer, or null', async () => {
  const app = await serve((router) => {
    router.get('/', (req) => req.accepts('application/json', 'text/html'))
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
    const headers = accept === undefined ? {} : { accept }
    const { text } = await request(app, '/', { headers })
    assert.equal(text, expected)
  }
})

test('an offer that is no media type is an error', async (t) => {
  const printed = capturePrints(t)
  const app = await serve((router) => {
    router.get('/', (req) => req.accepts('json'))
  })
  const headers = { accept: 'text/html' }
  assert.equal((await request(app, '/', { headers })).status, 500)
  assert.equal((await request(app, '/')).status, 500)
  assert.deepEqual(
    printed().map(({ code }) => code),
    ['ERR_VELOCY_BAD_MEDIA_TYPE', 'ERR_VELOCY_BAD_MEDIA_TYPE'],
  )
})

test('a range that is none is an error, whatever the body is', async () => {
  const app = await serve((router) => {
    router.post('/', (req) => {
      for (const range of ['json', '', '+', 'text/', 5, null, ['text/html']]) {
        assert.throws(() => req.is(/** @type {any} */ (range)), {
          code: 'ERR_VELOCY_BAD_MEDIA_TYPE',
        })
      }
      return 'ok'
    })
  })
  for (const type of ['text/html', 'nonsense']) {
    const options = { method: 'POST', headers: { 'content-type': type } }
    assert.equal((await request(app, '/', options)).text, 'ok')
  }
})

test('is() is the first range that the type of the body is in, or null', async () => {
  const app = await serve((router) => {
    router.post('/', (req, res) =>
      res.json([
        req.is('application/json'),
        req.is('text/*', 'application/*'),
        req.is('+json'),
        req.is('*/*'),
      ]),
    )
  })
  /** @type {[string | undefined, (string | null)[]][]} */
  const cases = [
    [undefined, [null, null, null, null]],
    ['nonsense', [null, null, null, null]],
    [
      'Application/JSON; charset=utf-8',
      ['application/json', 'application/*', null, '*/*'],
    ],
    ['application/hal+json', [null, 'application/*', '+json', '*/*']],
    ['text/plain', [null, 'text/*', null, '*/*']],
    ['image/jsonp', [null, null, null, '*/*']],
  ]
  for (const [type, expected] of cases) {
    /** @type {Record<string, string>} */
    const headers = type === undefined ? {} : { 'content-type': type }
    const { text } = await request(app, '/', { method: 'POST', headers })
    assert.deepEqual(JSON.parse(text), expected, `${type}`)
  }
})

/** @param {import('../lib/index.js').Router} router */
function addTagged(router) {
  router.all('/tagged', (_req, res) => {
    res.setHeader('cache-control', 'no-cache')
    res.vary('Accept')
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
