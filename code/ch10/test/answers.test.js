import assert from 'node:assert/strict'
import http from 'node:http'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { capturePrints, serve, velocy } from './serving.js'
import { request } from './support.js'

const TEXT = 'text/plain; charset=utf-8'
const JSON_TYPE = 'application/json'
const BYTES = 'application/octet-stream'

class Dog {
  name = 'Rex'
}
class Nobody {
  name = undefined
}
class Point {
  #x = 1
  toJSON() {
    return this.#x === 1 ? {} : this.#x
  }
}

/** @type {[string, unknown, string, string][]} what, value, type, body */
const answers = [
  ['text', 'olá', TEXT, 'olá'],
  ['empty text', '', TEXT, ''],
  ['a Buffer', Buffer.from('olá'), BYTES, 'olá'],
  ['a Uint8Array', new Uint8Array([104, 105]), BYTES, 'hi'],
  ['part of bytes', Buffer.from('xhix').subarray(1, 3), BYTES, 'hi'],
  ['an ArrayBuffer', new Uint8Array([104, 105]).buffer, BYTES, 'hi'],
  ['a DataView', new DataView(new Uint8Array([104]).buffer), BYTES, 'h'],
  ['an object', { a: 'ß' }, JSON_TYPE, '{"a":"ß"}'],
  ['an object without anything', {}, JSON_TYPE, '{}'],
  ['one that inherits nothing', Object.create(null), JSON_TYPE, '{}'],
  ['an object of a class', new Dog(), JSON_TYPE, '{"name":"Rex"}'],
  ['one with nothing to say', new Nobody(), JSON_TYPE, '{}'],
  ['one that says how it is JSON', new Point(), JSON_TYPE, '{}'],
  ['a Date', new Date(0), JSON_TYPE, '"1970-01-01T00:00:00.000Z"'],
  ['an array', [1, 'a'], JSON_TYPE, '[1,"a"]'],
  ['a number', 404, JSON_TYPE, '404'],
  ['zero', 0, JSON_TYPE, '0'],
  ['true', true, JSON_TYPE, 'true'],
  ['false', false, JSON_TYPE, 'false'],
  ['null', null, JSON_TYPE, 'null'],
]
for (const [what, value, type, body] of answers) {
  test(`a handler answers with ${what} by returning it, or a promise of it`, async () => {
    const app = await serve((router) => {
      router.get('/now', () => value)
      router.get('/soon', async () => {
        await nextTurn()
        return value
      })
      // Query builders have such objects, which are no promises.
      const then = (/** @type {Function} */ resolve) => resolve(value)
      router.get('/thenable', () => Object.fromEntries([['then', then]]))
    })
    for (const path of ['/now', '/soon', '/thenable']) {
      const { status, headers, text } = await request(app, path)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], type)
      assert.equal(headers['content-length'], `${Buffer.byteLength(body)}`)
      assert.equal(text, body)
    }
  })
}

test('a status and fields that a handler has set are those of what it returns', async () => {
  const app = await serve((router) => {
    router.get('/made', (_req, res) => {
      res.statusCode = 201
      res.setHeader('location', '/dogs/1')
      res.setHeader('content-type', 'application/hal+json')
      return { id: 1 }
    })
    router.get('/none', (_req, res) => {
      res.statusCode = 204
      return 'not sent'
    })
  })
  const { status, headers, text } = await request(app, '/made')
  assert.equal(status, 201)
  assert.equal(headers.location, '/dogs/1')
  assert.equal(headers['content-type'], 'application/hal+json')
  assert.equal(text, '{"id":1}')
  const none = await request(app, '/none')
  assert.equal(none.status, 204)
  assert.equal(none.headers['content-type'], undefined)
})

test('HEAD gets the fields of what the handler for GET returns', async () => {
  const app = await serve((router) => router.get('/a', () => ({ a: 1 })))
  const { headers, text } = await request(app, '/a', { method: 'HEAD' })
  assert.equal(headers['content-length'], '7')
  assert.equal(text, '')
})

test('a handler that returns nothing answers with res, now or later', async () => {
  const app = await serve((router) => {
    router.get('/now', (_req, res) => {
      res.text('now')
    })
    router.get('/later', (_req, res) => {
      setImmediate(() => res.text('later'))
    })
    router.get('/async', async (_req, res) => {
      await nextTurn()
      res.text('async')
    })
    router.get('/res', async (_req, res) => res.text('res'))
  })
  for (const word of ['now', 'later', 'async', 'res']) {
    assert.equal((await request(app, `/${word}`)).text, word)
  }
})

test('a handler may answer with res and return what a call of it returned', async (t) => {
  const printed = capturePrints(t)
  /** @type {unknown[]} */
  const returned = []
  const app = await serve((router) => {
    router.get('/write', (_req, res) => {
      setImmediate(() => res.end('b'))
      returned.push(res.write('a'))
      return returned.at(-1)
    })
    router.get('/push', (_req, res) => {
      res.writeHead(200, { 'content-length': 2 }).write('a')
      setImmediate(() => res.end('b'))
      return returned.push(res)
    })
  })
  assert.equal((await request(app, '/write')).text, 'ab')
  assert.equal((await request(app, '/push')).text, 'ab')
  assert.equal(typeof returned[0], 'boolean')
  assert.deepEqual(printed(), [])
})

/** @type {[string, () => unknown, RegExp][]} */
const wrong = [
  ['a function', () => () => {}, /returned a function/],
  ['a symbol', () => Symbol('a'), /returned a symbol/],
  ['a bigint', () => 1n, /returned a bigint/],
  ['a Map', () => new Map([['a', 1]]), /returned a Map/],
  ['a Set', () => new Set([1]), /returned a Set/],
  ['a RegExp', () => /a/, /returned a RegExp/],
  ['a URLSearchParams', () => new URLSearchParams('a=1'), /ed a URLSearchP/],
  [
    'a generator that is not async',
    function* () {
      yield 1
    },
    /returned a Generator,/,
  ],
  [
    'a cycle',
    () => {
      /** @type {any} */
      const cycle = {}
      cycle.cycle = cycle
      return cycle
    },
    /returned an Object/,
  ],
  ['a bigint in an object', () => ({ a: 1n }), /returned an Object/],
]
for (const [what, make, message] of wrong) {
  test(`a handler that returns ${what} is told so, and the client gets a 500`, async (t) => {
    const printed = capturePrints(t)
    const app = await serve((router) => {
      router.get('/things/:id', make)
      router.get('/async', async () => make())
    })
    for (const [path, route] of [
      ['/things/1', /^GET \/things\/:id: /],
      ['/async', /^GET \/async: /],
    ]) {
      const { status, text } = await request(app, /** @type {string} */ (path))
      assert.equal(status, 500)
      assert.equal(text, 'Internal Server Error')
      const error = printed().at(-1)
      assert.equal(error.code, 'ERR_VELOCY_BAD_ANSWER')
      assert.match(error.message, message)
      assert.match(error.message, /** @type {RegExp} */ (route))
    }
  })
}

test('what is inside a value is as JSON has it, a Map without anything', async () => {
  const app = await serve((router) => {
    router.get('/', () => ({ stock: new Map([['santos', 5]]) }))
  })
  assert.equal((await request(app, '/')).text, '{"stock":{}}')
})

test('an error that is returned counts as thrown', async (t) => {
  const printed = capturePrints(t)
  const { VelocyError } = velocy
  const conflict = () =>
    new VelocyError('ERR_SHOP_NO_STOCK', 'out of stock', { status: 409 })
  const app = await serve((router) => {
    router.get('/error', () => new Error('secret'))
    router.get('/conflict', conflict)
    router.get('/async', async () => conflict())
  })
  const { status, text } = await request(app, '/error')
  assert.equal(status, 500)
  assert.equal(text, 'Internal Server Error')
  assert.equal((await request(app, '/conflict')).status, 409)
  assert.equal((await request(app, '/async')).status, 409)
  assert.deepEqual(
    printed().map(({ message }) => message),
    ['secret'],
  )
})

test('a value that comes after the answer is told, and changes nothing', async () => {
  /** @type {any[]} */
  const errors = []
  const app = await serve(
    (router) => {
      router.get('/twice', (_req, res) => {
        res.json({ first: true })
        return { second: true }
      })
      router.get('/half', (_req, res) => {
        res.writeHead(200, { 'content-length': 10 }).write('half')
        return 'the rest'
      })
    },
    { onError: (/** @type {any} */ error) => errors.push(error.code) },
  )
  assert.equal((await request(app, '/twice')).text, '{"first":true}')
  assert.deepEqual(errors, ['ERR_VELOCY_ANSWERED'])
  await assert.rejects(request(app, '/half'))
  assert.equal(errors.length, 2)
})

test('what notFound returns is a 404 unless it says otherwise', async () => {
  const app = await serve(() => {}, {
    notFound: (/** @type {any} */ req) => ({ nothing: req.path }),
  })
  const { status, text } = await request(app, '/x')
  assert.equal(status, 404)
  assert.equal(text, '{"nothing":"/x"}')
})

test('a Response answers with its status, its fields and its body', async () => {
  const app = await serve((router) => {
    router.get('/made', (_req, res) => {
      res.setHeader('x-before', 'stays')
      res.appendHeader('set-cookie', 'a=1')
      const headers = new Headers({ 'x-own': 'yes', connection: 'close' })
      headers.append('set-cookie', 'b=2; Path=/')
      headers.append('set-cookie', 'c=3')
      return new Response('olá', { status: 201, statusText: 'Made', headers })
    })
    router.get('/json', async () => Response.json({ a: 1 }))
    router.get('/empty', () => new Response(null, { status: 204 }))
    router.get('/bodiless', () => new Response(null))
    router.get('/elsewhere', () => Response.redirect('http://x.test/y', 307))
  })
  const made = await request(app, '/made')
  assert.equal(made.status, 201)
  assert.equal(made.reason, 'Made')
  assert.equal(made.text, 'olá')
  assert.equal(made.headers['content-type'], 'text/plain;charset=UTF-8')
  assert.equal(made.headers['x-own'], 'yes')
  assert.equal(made.headers['x-before'], 'stays')
  assert.equal(made.headers['set-cookie'], 'a=1, b=2; Path=/, c=3')
  const json = await request(app, '/json')
  assert.equal(json.headers['content-type'], JSON_TYPE)
  assert.equal(json.text, '{"a":1}')
  assert.equal((await request(app, '/empty')).status, 204)
  const bodiless = await request(app, '/bodiless')
  assert.equal(bodiless.headers['content-length'], '0')
  const elsewhere = await request(app, '/elsewhere')
  assert.equal(elsewhere.status, 307)
  assert.equal(elsewhere.headers.location, 'http://x.test/y')
  const { headers, text } = await request(app, '/json', { method: 'HEAD' })
  assert.equal(headers['content-type'], JSON_TYPE)
  assert.equal(text, '')
})

test('a Response of another class is one, too', async () => {
  class Foreign {
    status = 203
    statusText = ''
    headers = new Headers({ 'x-from': 'a package' })
    body = new Response('foreign').body
    url = ''
    get [Symbol.toStringTag]() {
      return 'Response'
    }
  }
  const app = await serve((router) => {
    router.get('/', () => new Foreign())
  })
  const { status, headers, text } = await request(app, '/')
  assert.equal(status, 203)
  assert.equal(headers['x-from'], 'a package')
  assert.equal(text, 'foreign')
})

test('a Response without a body may say to HEAD how long it would be', async () => {
  const app = await serve((router) => {
    const headers = { 'content-length': '5', 'content-type': 'text/css' }
    router.head('/a', () => new Response(null, { headers }))
  })
  const { headers } = await request(app, '/a', { method: 'HEAD' })
  assert.equal(headers['content-length'], '5')
  assert.equal(headers['content-type'], 'text/css')
})

test('a Response without a body has no type, for GET and for HEAD', async () => {
  const app = await serve((router) => {
    router.get('/empty', () => new Response(null))
    router.get('/created', () => new Response(null, { status: 201 }))
    router.get('/elsewhere', () => Response.redirect('http://x.test/y'))
  })
  for (const path of ['/empty', '/created', '/elsewhere']) {
    for (const method of ['GET', 'HEAD']) {
      const { headers } = await request(app, path, { method })
      assert.equal(headers['content-type'], undefined, `${method} ${path}`)
    }
    assert.equal((await request(app, path)).headers['content-length'], '0')
  }
})

test('a Response with a field that cannot be sent is a 500, and its body ends', async (t) => {
  capturePrints(t)
  let isCancelled = false
  const body = () =>
    new ReadableStream({
      cancel() {
        isCancelled = true
      },
    })
  const app = await serve((router) => {
    const headers = { 'x-a': 'a\u0001b' }
    router.get('/', () => new Response(body(), { headers }))
  })
  assert.equal((await request(app, '/')).status, 500)
  assert.equal(isCancelled, true)
})

test('a Response cannot be sent twice, or when it is that of an error', async (t) => {
  const printed = capturePrints(t)
  const shared = new Response('once')
  const app = await serve((router) => {
    router.get('/shared', () => shared)
    router.get('/error', () => Response.error())
  })
  assert.equal((await request(app, '/shared')).text, 'once')
  assert.equal((await request(app, '/shared')).status, 500)
  assert.equal((await request(app, '/error')).status, 500)
  assert.equal(printed().length, 2)
})

test('what fetch() has decoded is not sent on as if it were encoded', async () => {
  const { gzipSync } = await import('node:zlib')
  const upstream = http.createServer((_req, res) => {
    const body = gzipSync(gzipSync('a'.repeat(1000)))
    res.setHeader('content-length', body.length)
    res.setHeader('content-encoding', 'gzip ,gzip')
    res.setHeader('x-upstream', 'yes')
    res.setHeader('keep-alive', 'timeout=77')
    res.setHeader('connection', 'keep-alive, X-Hop ,x-other')
    res.setHeader('x-hop', 'of that connection')
    res.setHeader('x-other', 'of that connection')
    res.end(body)
  })
  await new Promise((done) => upstream.listen(0, '127.0.0.1', () => done(null)))
  const address = /** @type {import('node:net').AddressInfo} */ (
    upstream.address()
  )
  try {
    const app = await serve((router) => {
      router.get('/proxy', () => fetch(`http://127.0.0.1:${address.port}/`))
    })
    const { headers, text } = await request(app, '/proxy')
    assert.equal(text, 'a'.repeat(1000))
    assert.equal(headers['x-upstream'], 'yes')
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(headers['content-length'], undefined)
    assert.notEqual(headers['keep-alive'], 'timeout=77')
    assert.equal(headers['x-hop'], undefined)
    assert.equal(headers['x-other'], undefined)
  } finally {
    upstream.closeAllConnections()
    upstream.close()
  }
})
