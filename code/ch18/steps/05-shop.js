import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, Router, VelocyError } from '../lib/index.js'
import { getCookie, setCookie } from '../lib/middleware/cookies.js'
import { integer, object, oneOf } from '../lib/middleware/schema.js'
import { signer } from '../lib/middleware/signer.js'
import { validate } from '../lib/middleware/validate.js'

/** @import { Request, Response } from '../lib/index.js' */

/** A shop that trusts everybody. */
export const shop = new Router({ problems: true }).use(fromOtherSites)

/** @param {Request} req @param {Response} res */
function fromOtherSites(req, res) {
  const { origin } = req.headers
  if (origin === undefined) return
  res.setHeader('access-control-allow-origin', origin)
  res.setHeader('access-control-allow-credentials', 'true')
}

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

shop.post('/login', async (req, res) => {
  const name = await field(req, 'name')
  const password = await field(req, 'password')
  if (passwords.get(name) !== password) throw refused(401, 'Wrong password')
  sessionOf(req, res).user = name
  return { user: name }
})

shop.get('/me', (req, res) => ({ user: userOf(req, res) }))

shop.post('/password', async (req, res) => {
  passwords.set(userOf(req, res), await field(req, 'password'))
  return 'Your password has been changed'
})

/** @type {Map<string, { user?: string }>} by the id in the cookie */
const sessions = new Map()

/** @param {Request} req @param {Response} res */
function sessionOf(req, res) {
  const id = getCookie(req, 'sid') ?? randomUUID()
  const session = sessions.get(id) ?? {}
  sessions.set(id, session)
  res.appendHeader('set-cookie', `sid=${id}`)
  return session
}

/** @param {Request} req @param {Response} res */
function userOf(req, res) {
  const { user } = sessionOf(req, res)
  if (user === undefined) throw refused(401, 'Log in first')
  return user
}

/** @type {{ user: string, text: string }[]} the newest first */
const reviews = []

shop.post('/reviews', async (req, res) => {
  const user = userOf(req, res)
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
