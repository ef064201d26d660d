/**
 * What ten packages that were written for Express are asked, and four that need
 * Express itself.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { codeDir } from '../lib/paths.js'

export const load = createRequire(
  path.join(codeDir, 'contenders', 'npm-middleware', 'package.json'),
)

/**
 * What both a router of Velocy's and an application of Express's have.
 *
 * @typedef {object} Host
 * @property {(...layers: any[]) => unknown} use
 * @property {(path: string, handler: (req: any, res: any) => void) => unknown} get
 * @property {(path: string, handler: (req: any, res: any) => void) => unknown} post
 * @property {(path: string, handler: (req: any, res: any) => void) => unknown} delete
 */

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

/** @type {Record<string, Use>} what runs on Velocy itself */
export const packages = {
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

/** @type {Record<string, Use>} what only an Express app can run */
export const staying = {
  'method-override': {
    fill(host) {
      host.use(load('method-override')())
      host.post('/', hello)
      host.delete('/', (_req, res) => res.end('gone'))
    },
    asks: [{ method: 'POST', headers: { 'X-HTTP-Method-Override': 'DELETE' } }],
  },
  'express-rate-limit': {
    fill(host) {
      const { rateLimit } = load('express-rate-limit')
      host.use(rateLimit({ limit: 1, windowMs: 60_000, validate: false }))
      host.get('/', hello)
    },
    asks: [{}, {}],
  },
  'express-basic-auth': {
    fill(host) {
      host.use(load('express-basic-auth')({ users: { ana: 'x' } }))
      host.get('/', hello)
    },
    asks: [{}, { headers: { Authorization: `Basic ${btoa('ana:x')}` } }],
  },
  errorhandler: {
    fill(host) {
      host.get('/', () => {
        throw new Error('broken')
      })
      host.use(load('errorhandler')({ log: false }))
    },
    asks: [{ fails: true }],
  },
}
