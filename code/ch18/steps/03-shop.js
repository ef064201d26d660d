import { randomUUID } from 'node:crypto'
import { createServer, Router, VelocyError } from '../lib/index.js'
import {
  integer,
  object,
  oneOf,
  string,
  validate,
} from '../lib/middleware/index.js'

/** @import { Request, Response } from '../lib/index.js' */
/** @import { Output, StandardSchema } from '../lib/middleware/index.js' */
/**
 * @template {StandardSchema} S
 * @typedef {Request & { valid: { form: Output<S> } }} Form
 */

/** @type {Record<string, number>} in euros */
const PRICES = { mug: 12, teapot: 40 }
const ORDER = object({
  item: oneOf('mug', 'teapot'),
  quantity: integer(1, 99),
})
const LOGIN = object({ name: string(), password: string() })
const PASSWORD = object({ password: string(4, 100) })
const REVIEW = object({ text: string(1, 500) })
// A database would have these, and only hashes of the passwords.
const passwords = new Map([
  ['aino', 'teapot'],
  ['eero', 'skateboard'],
  ['otto', '0042'],
])
/** @type {Map<string, { user?: string }>} by the id in the cookie */
const sessions = new Map()
/** @type {{ user: string, text: string }[]} */
const reviews = []
let takings = 0

/** A shop that trusts everybody. */
export function shop() {
  const router = new Router({ problems: true })
  router.use(fromOtherSites)
  router.get('/', home)
  router.post('/newsletter', subscribe)
  router.post('/orders', validate({ body: ORDER }), placeOrder)
  router.post('/login', validate({ form: LOGIN }), login)
  router.get('/me', me)
  router.post('/password', validate({ form: PASSWORD }), setPassword)
  router.get('/reviews', showReviews)
  router.post('/reviews', validate({ form: REVIEW }), review)
  router.get('/admin', admin)
  return router
}

/** @param {Request} req @param {Response} res */
function fromOtherSites(req, res) {
  const { origin } = req.headers
  if (origin === undefined) return
  res.setHeader('access-control-allow-origin', origin)
  res.setHeader('access-control-allow-credentials', 'true')
}

/** @param {Request} req @param {Response} res */
function home(req, res) {
  const wanted = req.queryParams.get('q') ?? ''
  const found = Object.keys(PRICES).filter((item) => item.includes(wanted))
  return page(res, html`<p>For "${wanted}", we have ${found.join(', ')}</p>`)
}

/** @param {Request} _req @param {Response} res */
function subscribe(_req, res) {
  res.appendHeader('set-cookie', 'discount=10')
  return { discount: 10 }
}

/** @param {Request} req in percent */
const discountOf = (req) => Number(cookieOf(req, 'discount') ?? 0)

/** @param {Request & { valid: { body: Output<typeof ORDER> } }} req */
function placeOrder(req) {
  const { item, quantity } = req.valid.body
  const total = PRICES[item] * quantity * (1 - discountOf(req) / 100)
  takings += total
  return { item, quantity, total }
}

/** @param {Form<typeof LOGIN>} req @param {Response} res */
function login(req, res) {
  const { name, password } = req.valid.form
  if (passwords.get(name) !== password) {
    throw refused(401, 'Got a wrong name or password')
  }
  sessionOf(req, res).user = name
  return { user: name }
}

/** @param {Request} req @param {Response} res */
const me = (req, res) => ({ user: userOf(req, res) })

/** @param {Form<typeof PASSWORD>} req @param {Response} res */
function setPassword(req, res) {
  const { password } = req.valid.form
  passwords.set(userOf(req, res), password)
  return 'Your password has been changed'
}

/** @param {Request} req @param {Response} res */
function sessionOf(req, res) {
  const id = cookieOf(req, 'sid') ?? randomUUID()
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

/** @param {Form<typeof REVIEW>} req @param {Response} res */
function review(req, res) {
  const user = userOf(req, res)
  const { text } = req.valid.form
  reviews.unshift({ user, text })
  reviews.length = Math.min(reviews.length, 100)
  return 'Thank you!'
}

/** @param {Request} _req @param {Response} res */
function showReviews(_req, res) {
  const lines = reviews.map(({ user, text }) => html`<li>${user}: ${text}</li>`)
  return page(res, `<ul>${lines.join('')}</ul>`)
}

const html = String.raw

/** @param {Response} res @param {string} body */
function page(res, body) {
  res.setHeader('content-type', 'text/html; charset=utf-8')
  return `<!doctype html><title>Aino's pots</title>${body}`
}

/** @param {Request} req */
function admin(req) {
  if (!addressOf(req).startsWith('10.')) throw refused(403, 'Staff only')
  return { takings }
}

/** @param {Request} req */
const addressOf = (req) =>
  String(req.headers['x-forwarded-for'] ?? req.socket.remoteAddress)

/** @param {Request} req @param {string} name */
function cookieOf(req, name) {
  const pairs = (req.headers.cookie ?? '').split('; ')
  const found = pairs.find((pair) => pair.startsWith(`${name}=`))
  return found?.slice(name.length + 1)
}

/** @param {number} status @param {string} message */
const refused = (status, message) =>
  new VelocyError('ERR_SHOP_REFUSED', message, { status })

if (import.meta.main) {
  const { PORT = '8080' } = process.env
  createServer(shop()).listen(Number(PORT), () => {
    console.log(`Listening on http://localhost:${PORT}`)
  })
}
