import assert from 'node:assert/strict'
import http from 'node:http'
import { test } from 'node:test'
import { library } from './library.js'
import { serve } from './serving.js'
import { request } from './support.js'

const { fromExpress } = await library('lib/app/express.js')

/** Does to a request and its response what Express does, and answers later. */
function fakeExpress() {
  /** @param {object} prototype @param {PropertyDescriptorMap} members */
  const below = (prototype, members) =>
    Object.create(Object.create(prototype, members))
  const app = (/** @type {any} */ req, /** @type {any} */ res) => {
    Object.setPrototypeOf(req, app.request)
    Object.setPrototypeOf(res, app.response)
    setImmediate(async () => {
      let body = ''
      for await (const chunk of req) body += chunk
      res.status(201).send(`${req.method} ${req.host()} ${body}`)
    })
  }
  app.request = below(http.IncomingMessage.prototype, {
    host: {
      /** @this {any} */
      value() {
        return this.headers.host.split(':')[0]
      },
    },
  })
  app.response = below(http.ServerResponse.prototype, {
    status: {
      /** @this {any} @param {number} code */
      value(code) {
        this.statusCode = code
        return this
      },
    },
    send: {
      /** @this {any} @param {string} text */
      value(text) {
        this.setHeader('content-type', 'text/plain')
        this.end(text)
      },
    },
  })
  return app
}

/** @param {any} app @param {string} name */
async function asks(app, name) {
  const { status, text } = await request(app, '/old/path', {
    method: 'POST',
    body: name,
  })
  assert.equal(status, 201)
  assert.equal(text, `POST 127.0.0.1 ${name}`)
}

test('an Express app answers a route, with a body', async () => {
  const old = fakeExpress()
  const app = await serve((router) => {
    router.get('/new', () => 'new')
    router.all('/*', fromExpress(old))
  })
  await asks(app, 'first')
  await asks(app, 'second')
  assert.equal((await request(app, '/new')).text, 'new')
})

test('an app in an Express app is adapted with it', async () => {
  const outer = fakeExpress()
  const inner = fakeExpress()
  // Express does this when one app uses another.
  Object.setPrototypeOf(inner.request, outer.request)
  Object.setPrototypeOf(inner.response, outer.response)
  const handle = fromExpress(outer)
  const app = await serve((router) => {
    router.get('/outer', handle)
    router.post('/*', inner)
  })
  await request(app, '/outer')
  await asks(app, 'inner')
})

test('an Express app has what no route does, from 200', async () => {
  const old = (/** @type {any} */ _req, /** @type {any} */ res) => {
    res.end(`${res.statusCode}`)
  }
  const app = await serve(() => {}, {
    notFound: fromExpress(Object.assign(old, fakeExpress())),
  })
  assert.equal((await request(app, '/')).text, '200')
})

test('what is no Express app is refused', () => {
  for (const app of [undefined, null, {}, () => {}]) {
    assert.throws(() => fromExpress(app), {
      code: 'ERR_VELOCY_BAD_HANDLER',
      message: /expected an Express app/,
    })
  }
})
