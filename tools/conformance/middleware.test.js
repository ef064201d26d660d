/**
 * Ten packages that were written for Express, unmodified, as middleware of
 * Velocy's newest chapter, on both of its engines, and in an Express app inside
 * it: each answers what it answers in Express.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { newestVelocy } from '../bench/contenders.js'
import { codeDir } from '../lib/paths.js'

const folder = newestVelocy()
if (!folder) throw new Error('no chapter has a router')
const library = pathToFileURL(path.join(folder, 'lib', 'index.js')).href
const { createServer, Router } = await import(library)
const adapter = pathToFileURL(
  path.join(folder, 'lib', 'app', 'express.js'),
).href
const { fromExpress } = await import(adapter)
const load = createRequire(
  path.join(codeDir, 'contenders', 'npm-middleware', 'package.json'),
)
const { dependencies } = load('./package.json')
const express = load('express')

/**
 * What both a router of Velocy's and an application of Express's have.
 *
 * @typedef {object} Host
 * @property {(...layers: any[]) => unknown} use
 * @property {(path: string, handler: (req: any, res: any) => void) => unknown} get
 * @property {(path: string, handler: (req: any, res: any) => void) => unknown} post
 */

/** @type {Record<string, (fill: (host: Host) => void) => http.Server>} */
const hosts = {
  'Express on node:http'(fill) {
    const app = express()
    app.disable('x-powered-by')
    fill(app)
    return http.createServer(app)
  },
  "Velocy's engine http"(fill) {
    const router = new Router()
    fill(router)
    return createServer(router, { engine: 'http' })
  },
  "Velocy's engine net"(fill) {
    const router = new Router()
    fill(router)
    return createServer(router, { engine: 'net' })
  },
  "Express inside Velocy's engine http": (fill) => withExpress(fill, 'http'),
  "Express inside Velocy's engine net": (fill) => withExpress(fill, 'net'),
}

/**
 * @param {(host: Host) => void} fill
 * @param {'net' | 'http'} engine
 */
function withExpress(fill, engine) {
  const app = express()
  app.disable('x-powered-by')
  fill(app)
  const router = new Router()
  router.all('/*', fromExpress(app))
  return createServer(router, { engine })
}

const site = mkdtempSync(path.join(tmpdir(), 'site-'))
after(() => rmSync(site, { recursive: true }))
writeFileSync(path.join(site, 'page.html'), '<h1>Page</h1>')
writeFileSync(path.join(site, 'large.txt'), 'abcdefghij'.repeat(20_000))

const TEXT = 'Velocy answers as Express does. '.repeat(100)

/** @type {(req: any, res: any) => void} */
const hello = (_req, res) => {
  res.setHeader('Content-Type', 'text/plain')
  res.end('hello')
}
/** @type {(res: any, value: unknown) => void} */
const json = (res, value) => {
  res.setHeader('Content-Type', 'application/json')
  res.end(JSON.stringify(value))
}

/**
 * @typedef {object} Ask
 * @property {string} [method]
 * @property {string} [path]
 * @property {Record<string, string>} [headers]
 * @property {string | Buffer} [body]
 * @property {boolean} [fails] whether it calls next with an error: then the page
 *   is the framework's, and only the status has to be the same
 */
/**
 * @typedef {object} Use
 * @property {(host: Host, note: (line: string) => void) => void} fill
 * @property {Ask[]} asks a later one sends the cookies of those before it
 */

const form = (/** @type {string} */ type, /** @type {string} */ body) => ({
  method: 'POST',
  headers: { 'Content-Type': type },
  body,
})
const PARTS =
  '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nA photo\r\n' +
  '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.txt"\r\n' +
  `Content-Type: text/plain\r\n\r\n${TEXT}\r\n--x--\r\n`

/** @type {Record<string, Use>} */
const packages = {
  helmet: {
    fill(host) {
      host.use(load('helmet')())
      host.get('/', hello)
    },
    asks: [{}, { method: 'HEAD' }],
  },
  cors: {
    fill(host) {
      host.use(load('cors')({ origin: 'https://a.test', credentials: true }))
      host.get('/', hello)
    },
    asks: [
      { headers: { Origin: 'https://a.test' } },
      {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://a.test',
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'x-a',
        },
      },
    ],
  },
  compression: {
    fill(host) {
      host.use(load('compression')())
      host.get('/', (_req, res) => {
        res.setHeader('Content-Type', 'text/plain')
        res.end(TEXT)
      })
      host.get('/small', hello)
      host.get('/parts', (_req, res) => {
        res.setHeader('Content-Type', 'text/plain')
        for (let i = 0; i < 10; i++) res.write(TEXT)
        res.flush()
        setImmediate(() => res.end(TEXT))
      })
      host.get('/much', (_req, res) => {
        res.setHeader('Content-Type', 'text/plain')
        let left = 200
        const more = () => {
          while (left-- > 0) {
            if (!res.write(TEXT)) return res.once('drain', more)
          }
          res.end()
        }
        more()
      })
    },
    asks: ['/', '/small', '/parts', '/much'].flatMap((target) => [
      { path: target, headers: { 'Accept-Encoding': 'gzip' } },
      { path: target },
      { path: target, method: 'HEAD', headers: { 'Accept-Encoding': 'gzip' } },
    ]),
  },
  morgan: {
    fill(host, note) {
      const format =
        ':remote-addr :method :url HTTP/:http-version :status ' +
        ':res[content-length] :res[content-type] :req[x-a] :referrer'
      const stream = { write: note }
      host.use(load('morgan')(format, { stream }))
      host.get('/', hello)
      host.get('/later', (_req, res) => void setImmediate(hello, _req, res))
    },
    asks: [
      { headers: { 'X-A': 'b', Referer: 'http://c.test/' } },
      { path: '/later?a=b' },
      { method: 'HEAD' },
    ],
  },
  'cookie-parser': {
    fill(host) {
      host.use(load('cookie-parser')('secret'))
      host.get('/', (req, res) => json(res, [req.cookies, req.signedCookies]))
    },
    asks: [
      {},
      { headers: { Cookie: 'a=1; b=j%3A%7B%22c%22%3A2%7D; d=s%3Ano.sign' } },
    ],
  },
  'express-session': {
    fill(host) {
      const options = { secret: 'x', resave: false, saveUninitialized: true }
      host.use(load('express-session')({ ...options, rolling: true }))
      host.get('/', (req, res) => {
        req.session.views = (req.session.views ?? 0) + 1
        res.setHeader('Content-Length', 1)
        res.end(String(req.session.views))
      })
      host.get('/write', (req, res) => {
        req.session.views = 7
        res.write('a')
        res.end('b')
      })
      host.get('/leave', (req, res) => {
        req.session.destroy(() => hello(req, res))
      })
    },
    asks: [{}, {}, { path: '/write' }, {}, { path: '/leave' }, {}],
  },
  passport: {
    fill(host) {
      const { Passport, Strategy } = load('passport')
      class Word extends Strategy {
        name = 'word'

        /** @param {any} req */
        authenticate(req) {
          const word = req.headers['x-word']
          if (word === 'open') return this.success({ name: 'Ana' })
          if (word === 'away') return this.redirect('/sign-in')
          if (word === 'broken') return this.fail('Word realm="x"', 401)
          this.pass()
        }
      }
      const passport = new Passport().use(new Word())
      host.use(passport.initialize())
      host.use(passport.authenticate('word', { session: false }))
      host.get('/', (req, res) => json(res, req.user ?? null))
    },
    asks: ['open', 'away', 'broken', 'none'].map((word) => ({
      headers: { 'X-Word': word },
    })),
  },
  multer: {
    fill(host) {
      const multer = load('multer')
      host.use(multer({ storage: multer.memoryStorage() }).single('photo'))
      host.post('/', (req, res) => {
        const { file, body } = req
        const { originalname, mimetype, size, buffer } = file ?? {}
        const text = buffer && String(buffer) === TEXT
        json(res, { originalname, mimetype, size, text, title: body?.title })
      })
    },
    asks: [
      form('multipart/form-data; boundary=x', PARTS),
      form('text/plain', 'nothing to see'),
    ],
  },
  'serve-static': {
    fill(host) {
      host.use(load('serve-static')(site))
      host.get('/', hello)
    },
    asks: [
      { path: '/page.html' },
      { path: '/page.html', method: 'HEAD' },
      { path: '/large.txt' },
      { path: '/large.txt', headers: { Range: 'bytes=10-19' } },
      { path: '/large.txt', headers: { Range: 'bytes=999999-' }, fails: true },
      { path: '/page.html', headers: { 'If-None-Match': '*' } },
      { path: '/' },
    ],
  },
  'body-parser': {
    fill(host) {
      const parser = load('body-parser')
      host.use(parser.json(), parser.urlencoded({ extended: true }))
      host.use(parser.text(), parser.raw())
      host.post('/', (req, res) => {
        const { body } = req
        json(res, { body: Buffer.isBuffer(body) ? String(body) : body })
      })
    },
    asks: [
      form('application/json', '{"a":[1,2]}'),
      form('application/x-www-form-urlencoded', 'a[b]=c&d=e'),
      form('text/plain', TEXT),
      form('application/octet-stream', 'bytes'),
      { ...form('application/json', '{"a":'), fails: true },
      form('application/json', JSON.stringify(Array(9000).fill('abcdefg'))),
    ],
  },
}

/**
 * @param {number} port
 * @param {Ask} ask
 * @param {Map<string, string>} cookies
 */
async function answerTo(port, ask, cookies) {
  const { method = 'GET', path: target = '/', headers = {}, body } = ask
  const cookie = [...cookies.values()].join('; ')
  const request = http.request({
    port,
    host: '127.0.0.1',
    method,
    path: target,
    agent: false,
    headers: { ...(cookie && { Cookie: cookie }), ...headers },
    timeout: 5000,
  })
  request.on('timeout', () => request.destroy(new Error('no answer')))
  request.end(body)
  const [response] = await once(request, 'response')
  const chunks = await response.toArray()
  for (const line of response.headers['set-cookie'] ?? []) {
    const [pair] = line.split(';')
    cookies.set(pair.split('=')[0], pair)
  }
  if (ask.fails) return `${response.statusCode}`
  const bytes = Buffer.concat(chunks)
  const isZipped = response.headers['content-encoding'] === 'gzip'
  const text = isZipped && bytes.length > 0 ? gunzipSync(bytes) : bytes
  const { date: _date, ...fields } = response.headers
  // A session's name is another each time.
  const shown = JSON.stringify(fields).replace(/connect\.sid=[^;]+/, 'sid')
  return `${response.statusCode} ${sorted(shown)} ${text.toString('latin1')}`
}

/** @param {string} fields in JSON */
const sorted = (fields) =>
  JSON.stringify(Object.entries(JSON.parse(fields)).sort())
    .replace(/"expires=[^"]*"/gi, '')
    .replace(/Expires=[^;"]*/gi, 'Expires=later')

/**
 * @param {(fill: (host: Host) => void) => http.Server} host
 * @param {Use} use
 */
async function answersOf(host, { fill, asks }) {
  /** @type {string[]} */
  const seen = []
  const server = host((app) => fill(app, (line) => seen.push(line.trim())))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  const cookies = new Map()
  try {
    for (const ask of asks) {
      seen.push(await answerTo(port, ask, cookies))
      await new Promise((resolve) => setImmediate(resolve))
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return seen.sort()
}

const [[, control], ...ours] = Object.entries(hosts)
for (const [name, use] of Object.entries(packages)) {
  const version = dependencies[name]
  for (const [where, host] of ours) {
    test(`${name} ${version} on ${where} answers as in Express`, async () => {
      const expected = await answersOf(control, use)
      assert.deepEqual(await answersOf(host, use), expected)
    })
  }
}
