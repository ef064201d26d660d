import assert from 'node:assert/strict'
import { test } from 'node:test'
import { library } from './library.js'
import { serveRouter } from './serving.js'
import { request } from './support.js'

/** @import { Router as Typed } from '../lib/index.js' */
/** @import { StandardSchema } from '../lib/middleware/schema.js' */

// What is said here of types, TypeScript checks: it complains of an expected
// error that there is not, too.

/** @type {typeof import('../lib/index.js')} */
const { Router, VelocyError } = await library('lib/index.js')
/** @type {typeof import('../lib/middleware/schema.js')} */
const { array, boolean, integer, number, object, oneOf, optional, string } =
  await library('lib/middleware/schema.js')
/** @type {typeof import('../lib/middleware/validate.js')} */
const { validate } = await library('lib/middleware/validate.js')

const ORDER = object({
  item: oneOf('mug', 'teapot'),
  quantity: integer(1, 99),
  note: optional(string(1, 5)),
})

const JSON_TYPE = { 'content-type': 'application/json' }

/**
 * @param {{ host: string, port: number }} app
 * @param {string} path
 * @param {unknown} value
 */
async function post(app, path, value) {
  const body = JSON.stringify(value)
  const options = { method: 'POST', headers: JSON_TYPE, body }
  const { status, headers, text } = await request(app, path, options)
  return { status, type: headers['content-type'], body: JSON.parse(text) }
}

/** @param {StandardSchema} schema @param {unknown} value */
const messages = async (schema, value) => {
  const { issues = [] } = await schema['~standard'].validate(value)
  return issues.map(({ path, message }) => [path, message])
}

test('a handler gets what its schema has let through', async (t) => {
  const router = new Router()
  router.post('/', validate({ body: ORDER }), (req) => {
    const { item, quantity, note } = req.valid.body
    /** @type {typeof req.valid.body} */
    const least = { item, quantity }
    assert.equal(least.note, undefined)
    // @ts-expect-error: the schema has no price.
    return { total: quantity, item, note, price: `${req.valid.body.price}` }
  })
  const app = await serveRouter(t, router)
  const order = { item: 'mug', quantity: 3 }
  const { status, body } = await post(app, '/', order)
  assert.equal(status, 200)
  assert.deepEqual(body, { total: 3, item: 'mug', price: 'undefined' })
})

test('all that is wrong is in one problem, by part and path', async (t) => {
  const router = new Router()
  const schemas = {
    params: object({ id: string(3, 3) }),
    query: object({ sort: optional(oneOf('up', 'down')) }),
    body: object({ orders: array(ORDER, 2), 'a/b~c': boolean() }),
  }
  router.post('/shops/:id', validate(schemas), () => assert.fail())
  const app = await serveRouter(t, router)
  const { status, type, body } = await post(app, '/shops/ab?sort=left', {
    orders: [{ item: 'mug', quantity: 0 }, { item: 'cup' }],
    'a/b~c': 'true',
    price: 0.01,
  })
  assert.equal(status, 422)
  assert.equal(type, 'application/problem+json')
  const { errors, detail, ...problem } = body
  assert.deepEqual(problem, {
    type: 'about:blank',
    title: 'Unprocessable Entity',
    status: 422,
    code: 'ERR_VELOCY_INVALID',
  })
  assert.match(detail, /issues: 7$/)
  const quantity = 'Expected an integer from 1 to 99'
  assert.deepEqual(errors, [
    {
      in: 'params',
      path: '/id',
      message: 'Expected a string of 3 to 3 characters',
    },
    { in: 'query', path: '/sort', message: 'Expected one of up, down' },
    { in: 'body', path: '/orders/0/quantity', message: quantity },
    {
      in: 'body',
      path: '/orders/1/item',
      message: 'Expected one of mug, teapot',
    },
    { in: 'body', path: '/orders/1/quantity', message: quantity },
    { in: 'body', path: '/a~1b~0c', message: 'Expected true or false' },
    { in: 'body', path: '/price', message: 'Expected no member of this name' },
  ])
})

test('a form is validated as a form only, and JSON as JSON', async (t) => {
  const login = object({ name: string(), password: string() })
  const router = new Router()
  router.post('/form', validate({ form: login }), (req) => req.valid.form.name)
  router.post('/json', validate({ body: login }), (req) => req.valid.body.name)
  const app = await serveRouter(t, router)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const [path, headers, body, status] of /** @type {const} */ ([
    ['/form', form, 'name=aino&password=teapot', 200],
    ['/form', form, 'name=aino&name=eero&password=teapot', 422],
    ['/form', JSON_TYPE, '{"name":"aino","password":"teapot"}', 415],
    ['/json', JSON_TYPE, '{"name":"aino","password":"teapot"}', 200],
    ['/json', form, 'name=aino&password=teapot', 415],
    // Fastify took these for another type than its schema's.
    ['/json', { 'content-type': 'application/json\t; a=b' }, '{}', 422],
    ['/json', { 'content-type': 'Application/JSON ;a=b' }, '{}', 422],
    ['/json', { 'content-type': ' application/json' }, '{}', 422],
    ['/json', { 'content-type': 'application/json a' }, '{}', 415],
    // Hono's validators let a body without a type through as {}.
    ['/json', {}, '{"name":"aino","password":"teapot"}', 415],
    ['/json', {}, '', 400],
    ['/json', JSON_TYPE, '{"name":', 400],
    ['/json', JSON_TYPE, '{"__proto__":{"name":"aino"}}', 400],
  ])) {
    const answer = await request(app, path, { method: 'POST', headers, body })
    assert.equal(answer.status, status, `${path} ${body}: ${answer.text}`)
  }
})

test('what a client has sent is not sent back', async (t) => {
  const router = new Router()
  const body = object({
    password: string(100),
    pin: string(),
    kind: oneOf('a'),
    age: integer(0, 9),
  })
  router.post('/', validate({ body }), () => assert.fail())
  const app = await serveRouter(t, router)
  const answer = await post(app, '/', {
    password: 'secret-1',
    pin: 31_415_926,
    kind: 'secret-2',
    age: 'secret-3',
  })
  assert.equal(answer.body.errors.length, 4)
  assert.doesNotMatch(JSON.stringify(answer.body), /secret|31415926/)
})

test('a body of a million mistakes gets a short answer', async (t) => {
  const router = new Router()
  const body = object({ list: array(string(), 1_000_000) })
  router.post('/', validate({ body }), () => assert.fail())
  const app = await serveRouter(t, router)
  const list = Array(300_000).fill(1)
  const answer = await post(app, '/', { list })
  assert.equal(answer.status, 422)
  assert.equal(answer.body.errors.length, 100)
})

test('layers of one request add to what is valid', async (t) => {
  const id = object({ id: oneOf('a') })
  const router = new Router().use((req) => {
    assert.equal(req.method, 'POST')
  })
  router.post(
    '/:id',
    validate({ params: id }),
    validate({ body: ORDER }),
    (req) => [req.valid.params.id, req.valid.body.quantity],
  )
  const app = await serveRouter(t, router)
  const answer = await post(app, '/a', { item: 'mug', quantity: 1 })
  assert.deepEqual(answer.body, ['a', 1])
})

test('a schema of another library may wait, and say a path in its own way', async (t) => {
  /** @type {StandardSchema<string, Date>} */
  const date = {
    '~standard': {
      version: 1,
      vendor: 'test',
      async validate(value) {
        const time = Date.parse(String(value))
        if (Number.isInteger(time)) return { value: new Date(time) }
        return { issues: [{ message: 'No date', path: [{ key: 'on' }, 0] }] }
      },
    },
  }
  // ArkType's schemas are functions.
  const query = Object.assign(() => {}, object({}))
  const router = new Router()
  router.post('/', validate({ body: date, query }), (req) => {
    // @ts-expect-error: a Date is no string.
    assert.equal(typeof req.valid.body.trim, 'undefined')
    return req.valid.body.getFullYear()
  })
  const app = await serveRouter(t, router)
  assert.equal((await post(app, '/', '2026-02-03')).body, 2026)
  const { body } = await post(app, '/', 'soon')
  const [error] = body.errors
  assert.deepEqual(error, { in: 'body', path: '/on/0', message: 'No date' })
})

test('numbers have bounds, and are never infinite', async () => {
  for (const value of ['1', null, Number.NaN, JSON.parse('1e999'), [1], true]) {
    const expected = 'Expected a number from -Infinity to Infinity'
    assert.deepEqual(await messages(number(), value), [[undefined, expected]])
    assert.equal((await messages(integer(), value)).length, 1)
  }
  assert.deepEqual(await messages(number(0, 1), 0.5), [])
  assert.equal((await messages(number(0, 1), 1.5)).length, 1)
  assert.equal((await messages(integer(0, 1), 0.5)).length, 1)
  assert.equal((await messages(integer(), 2 ** 53)).length, 1)
  const huge = JSON.parse('1e999')
  assert.equal((await messages(integer(1, Infinity), huge)).length, 1)
})

test('strings and lists end somewhere', async () => {
  const isValid = async (
    /** @type {StandardSchema} */ schema,
    /** @type {unknown} */ value,
  ) => (await messages(schema, value)).length === 0
  assert.ok(await isValid(string(), 'a'.repeat(1000)))
  assert.ok(!(await isValid(string(), 'a'.repeat(1001))))
  assert.ok(!(await isValid(string(2, 3), 'a')))
  assert.ok(!(await isValid(string(2, 3), ['a', 'b'])))
  assert.ok(await isValid(array(string()), Array(1000).fill('')))
  assert.ok(!(await isValid(array(string()), Array(1001).fill(''))))
  assert.ok(!(await isValid(array(string(), 2), { length: 1 })))
})

test('what a prototype has does not count as sent', async () => {
  const schema = object({ constructor: optional(string()), toString: string() })
  const missing = await messages(schema, {})
  assert.deepEqual(
    missing.map(([path]) => path),
    [['toString']],
  )
  for (const value of [null, [], 'text', 5, undefined]) {
    const [[path, message]] = await messages(schema, value)
    assert.deepEqual([path, message], [undefined, 'Expected an object'])
  }
})

test('a schema that cannot be used is an error before any request', () => {
  const error = { code: 'ERR_VELOCY_BAD_OPTION' }
  const other = { '~standard': { ...string()['~standard'], vendor: 'other' } }
  assert.throws(() => object({ a: other }), error)
  assert.throws(() => optional(other), error)
  assert.throws(() => array(other), error)
  // @ts-expect-error: a word is no schema.
  assert.throws(() => object({ a: 'string' }), error)
  // @ts-expect-error: nor is a function.
  assert.throws(() => validate({ body: () => true }), error)
  // @ts-expect-error: there is no such part.
  assert.throws(() => validate({ headers: ORDER }), error)
})

test('an error can have more members of its problem', async (t) => {
  const router = new Router({ onError() {} })
  const type = 'https://shop.example/problems/sold-out'
  const details = { type, title: 'Sold out', status: 200, left: 0 }
  const options = { status: 409, details }
  router.get('/', () => {
    throw new VelocyError('ERR_SOLD_OUT', 'No mugs are left', options)
  })
  router.get('/secret', () => {
    throw new VelocyError('ERR_DISK', 'Disk full', { status: 500, details })
  })
  const app = await serveRouter(t, router)
  const { status, text, headers } = await request(app, '/')
  assert.equal(status, 409)
  assert.equal(headers['content-type'], 'application/problem+json')
  assert.deepEqual(JSON.parse(text), {
    type,
    title: 'Sold out',
    status: 409,
    code: 'ERR_SOLD_OUT',
    detail: 'No mugs are left',
    left: 0,
  })
  const secret = await request(app, '/secret')
  assert.equal(secret.text, 'Internal Server Error')
})
