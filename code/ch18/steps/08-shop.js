import { randomBytes } from 'node:crypto'
import { createServer, Router, VelocyError } from '../lib/index.js'
import { getCookie, setCookie } from '../lib/middleware/cookies.js'
import { cors } from '../lib/middleware/cors.js'
import { csrf } from '../lib/middleware/csrf.js'
import { integer, object, oneOf } from '../lib/middleware/schema.js'
import { sessions } from '../lib/middleware/sessions.js'
import { signer } from '../lib/middleware/signer.js'
import { validate } from '../lib/middleware/validate.js'

/** @import { Request, Response } from '../lib/index.js' */
/** @import { Session } from '../lib/middleware/sessions.js' */
/** @typedef {Request & { session: Session }} Visit */

/** A shop that trusts everybody. */
export const shop = new Router({ problems: true }).use(
  cors({ origins: ['https://village.example'] }),
  csrf(),
  sessions(),
)

/** @type {Record<string, number>} in euros */
const PRICES = { mug: 12, teapot: 40 }
let takings = 0

shop.get('/', (req, res) => {
  const word = req.queryParams.get('q') ?? ''
  const found = Object.keys(PRICES).filter((item) => item.includes(word))
  return page(res, html`<p>For "${word}", we have ${found.join(', ')}</p>`)
})

const ORDER = object({ item: oneOf('mug', 'teapot'), quantity: integer(1, 99) })

shop.post('/orders', validate({ body: ORDER }), (req) => {
  const { item, quantity } = req.valid.body
  const total = PRICES[item] * quantity * (1 - discountOf(req) / 100)
  takings += total
  return { item, quantity, total }
})

const { KEYS = randomBytes(32).toString('hex') } = process.env
const { sign, verify } = signer(KEYS.split(','))

shop.post('/newsletter', (_req, res) => {
  setCookie(res, 'discount', sign('discount', '10'))
  return { discount: 10 }
})

/** @param {Request} req in percent */
function discountOf(req) {
  return Number(verify('discount', getCookie(req, 'discount')) ?? 0)
}

const passwords = new Map([
  ['aino', 'teapot'],
  ['eero', 'skateboard'],
  ['otto', '0042'],
])

shop.post('/login', async (req) => {
  const name = await field(req, 'name')
  const password = await field(req, 'password')
  if (passwords.get(name) !== password) throw refused(401, 'Wrong password')
  await req.session.begin(name)
  return { user: name }
})

shop.get('/me', (req) => ({ user: userOf(req) }))

shop.post('/password', async (req) => {
  const user = userOf(req)
  passwords.set(user, await field(req, 'password'))
  await req.session.endAll()
  await req.session.begin(user)
  return 'Your password has been changed'
})

/** @param {Visit} req */
function userOf(req) {
  const { user } = req.session
  if (user === undefined) throw refused(401, 'Log in first')
  return user
}

/** @type {{ user: string, text: string }[]} the newest first */
const reviews = []

shop.post('/reviews', async (req) => {
  const user = userOf(req)
  reviews.unshift({ user, text: await field(req, 'text') })
  reviews.length = Math.min(reviews.length, 100)
  return 'Thank you!'
})

shop.get('/reviews', (_req, res) => {
  const lines = reviews.map(({ user, text }) => html`<li>${user}: ${text}</li>`)
  return page(res, `<ul>${lines.join('')}</ul>`)
})

const html = String.raw

/** @param {Response} res @param {string} body */
function page(res, body) {
  res.setHeader('content-type', 'text/html; charset=utf-8')
  return `<!doctype html><title>Aino's pots</title>${body}`
}

/** @param {Request} req */
function addressOf(req) {
  return String(req.headers['x-forwarded-for'] ?? req.socket.remoteAddress)
}

shop.get('/admin', (req) => {
  if (!addressOf(req).startsWith('10.')) throw refused(403, 'Staff only')
  return { takings }
})

/** @param {Request} req @param {string} name of a field of its form */
async function field(req, name) {
  const value = (await req.form())[name]
  if (typeof value === 'string') return value
  throw refused(400, `Expected a ${name}`)
}

/** @param {number} status @param {string} message */
function refused(status, message) {
  return new VelocyError('ERR_SHOP_REFUSED', message, { status })
}

if (import.meta.main) {
  const { PORT = '8080' } = process.env
  createServer(shop).listen(Number(PORT), () => {
    console.log(`Listening on http://localhost:${PORT}`)
  })
}
