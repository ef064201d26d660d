/**
 * What the first table of the page Coming from Express says: in the newest
 * chapter and in Express, each row answers as written here.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { newestVelocy } from '../bench/contenders.js'
import { readJson } from '../lib/files.js'
import { fromRoot, root, srcDir } from '../lib/paths.js'
import { load } from './middleware-packages.js'

const folder = newestVelocy()
if (!folder) throw new Error('no chapter has a router')
/** @param {string} name @returns {Promise<any>} */
const library = (name) =>
  import(pathToFileURL(path.join(folder, 'lib', name)).href)
const { createServer, Router } = await library('index.js')
const { setCookie } = await library('middleware/index.js')
const express = load('express')

/**
 * @typedef {object} Row
 * @property {(app: any) => void} express
 * @property {(router: any) => void} [velocy] Default: the same.
 * @property {string} [ask] a method and a path
 * @property {string} answer of Express: its status and its text
 * @property {string} [ours] Default: the same.
 */

/** @type {(handler: (req: any, res: any, next?: any) => unknown) => any} */
const handler = (one) => one

const done = handler((_req, res) => res.end('done'))
const fail = handler(() => {
  throw new Error('no')
})
const teapot = handler(() => {
  throw Object.assign(new Error('no'), { status: 418 })
})
const waitAndSee = handler(async (_req, res, next) => {
  const answer = await next()
  return res.headersSent ? undefined : res.end(`got ${answer}`)
})

/** @type {Record<string, Row>} by what Express has, as the table has it */
const rows = {
  "`app.get('/tools/:id', …)`, `req.params.id`": {
    express: (app) =>
      app.get(
        '/tools/:id',
        handler((req, res) => res.json(req.params.id)),
      ),
    ask: 'GET /tools/drill',
    answer: '200 "drill"',
  },
  '`req.query`': {
    express: (app) =>
      app.get(
        '/',
        handler((req, res) => res.json(req.query)),
      ),
    ask: 'GET /?a=1&b=2&b=3',
    answer: '200 {"a":"1","b":["2","3"]}',
  },
  '`res.json(x)`, `res.redirect(path)`': {
    express: (app) =>
      app.get(
        '/',
        handler((_req, res) => res.redirect('/new')),
      ),
    answer: '302 /new',
  },
  'A handler may be `async`': {
    express: (app) => app.get('/', async () => fail()),
    answer: '500',
  },
  '`res.status(201).json(x)`': {
    express: (app) =>
      app.post(
        '/',
        handler((_req, res) => res.status(201).json({ a: 1 })),
      ),
    velocy: (router) =>
      router.post(
        '/',
        handler((_req, res) => res.json({ a: 1 }, 201)),
      ),
    ask: 'POST /',
    answer: '201 {"a":1}',
  },
  '`res.send(x)`': {
    express: (app) =>
      app.get(
        '/',
        handler((_req, res) => res.send({ a: 1 })),
      ),
    velocy: (router) => router.get('/', () => ({ a: 1 })),
    answer: '200 {"a":1}',
  },
  '`express.json()`, then `req.body`': {
    express: (app) =>
      app.post(
        '/',
        express.json(),
        handler((req, res) => res.json(req.body)),
      ),
    velocy: (router) =>
      router.post(
        '/',
        handler((req) => req.json()),
      ),
    ask: 'POST /',
    answer: '200 {"sent":true}',
  },
  '`res.cookie(name, value)`': {
    express: (app) =>
      app.get(
        '/',
        handler((_req, res) => res.cookie('a', 'b').end()),
      ),
    velocy: (router) =>
      router.get(
        '/',
        handler((_req, res) => {
          setCookie(res, 'a', 'b')
          res.end()
        }),
      ),
    answer: '200 a=b; Path=/',
    ours: '200 a=b; Path=/; HttpOnly; Secure; SameSite=lax',
  },
  'The first route that fits wins': {
    express: (app) => {
      app.get('/tools/:id', done)
      app.get(
        '/tools/new',
        handler((_req, res) => res.end('new')),
      )
    },
    ask: 'GET /tools/new',
    answer: '200 done',
    ours: '200 new',
  },
  '`app.use(layer)` is for what stands below it': {
    express: (app) => {
      app.get('/', done)
      app.use(fail)
    },
    answer: '200 done',
    ours: '500',
  },
  '`next()` starts what comes next': {
    express: (app) => {
      app.use(waitAndSee)
      app.get('/', () => 'the answer')
    },
    answer: '200 got undefined',
    ours: '200 got the answer',
  },
  'An error handler has four parameters': {
    express: (app) => {
      app.get('/', fail)
      app.use(
        /** @type {(...all: any[]) => void} */ (
          (error, _req, res, _next) => res.end(error.message)
        ),
      )
    },
    velocy: (router) => {
      const onError = (/** @type {any[]} */ ...[error, , res]) =>
        res.text(error.message, 200)
      const inner = new Router({ onError })
      inner.get('/', fail)
      router.mount('/', inner)
    },
    answer: '200 no',
  },
  "An error's `status` is the answer's": {
    express: (app) => app.get('/', teapot),
    answer: '418',
    ours: '500',
  },
  "`app.use('/of/:user', other)`": {
    express: (app) => {
      const other = express.Router({ mergeParams: true })
      other.get(
        '/loans',
        handler((req, res) => res.json(req.params)),
      )
      app.use('/of/:user', other)
    },
    velocy: (router) => {
      const other = new Router()
      other.get(
        '/loans',
        handler((req, res) => res.json(req.params)),
      )
      router.mount('/of/:user', other)
    },
    ask: 'GET /of/ben/loans',
    answer: '200 {"user":"ben"}',
  },
  '`/tools/` is `/tools`': {
    express: (app) => app.get('/tools', done),
    ask: 'GET /tools/',
    answer: '200 done',
    ours: '404',
  },
  "`'/files/*rest'`": {
    express: (app) =>
      app.get(
        '/files/*rest',
        handler((req, res) => res.json(req.params.rest)),
      ),
    velocy: (router) =>
      router.get(
        '/files/*',
        handler((req, res) => res.json(req.params['*'])),
      ),
    ask: 'GET /files/a/b',
    answer: '200 ["a","b"]',
    ours: '200 "a/b"',
  },
  'A method without a route gets a 404': {
    express: (app) => app.get('/', done),
    ask: 'PUT /',
    answer: '404',
    ours: '405',
  },
}

/** @param {number} port @param {string} ask */
async function send(port, ask) {
  const [method, target] = ask.split(' ')
  const response = await fetch(`http://127.0.0.1:${port}${target}`, {
    method,
    body: method === 'POST' ? '{"sent":true}' : undefined,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', connection: 'close' },
  })
  const { status, headers } = response
  return { status, headers, text: await response.text() }
}

/** @param {http.Server} server @param {Row} row */
async function answerOf(server, { ask = 'GET /' }) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  try {
    const { status, headers, text } = await send(port, ask)
    const shown = headers.get('location') ?? headers.get('set-cookie') ?? text
    return status > 302 ? `${status}` : `${status} ${shown}`
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

for (const [name, row] of Object.entries(rows)) {
  test(`${name}: in Express and in Velocy`, async () => {
    const app = express()
    // It prints the errors of others.
    app.set('env', 'test')
    row.express(app)
    assert.equal(await answerOf(http.createServer(app), row), row.answer)
    const router = new Router()
    const fill = row.velocy ?? row.express
    fill(router)
    const ours = await answerOf(createServer(router), row)
    assert.equal(ours, row.ours ?? row.answer)
  })
}

test('the table has these rows, and no others', () => {
  const page = readFileSync(path.join(srcDir, 'coming-from-express.md'), 'utf8')
  const [, table] = page.split(/\n## /)
  const [, ...shown] = [...table.matchAll(/^\| (.*?) \|/gm)]
  const names = shown.map(([, name]) => name).filter((name) => name !== '---')
  assert.deepEqual(names, Object.keys(rows))
})

test("the page's programs import the newest chapter's velocy", () => {
  const { devDependencies } = readJson(path.join(root, 'package.json'))
  const newest = `file:${fromRoot(folder)}`
  const remedy = `run npm install --save-dev velocy@${newest}`
  assert.equal(devDependencies.velocy, newest, remedy)
})
