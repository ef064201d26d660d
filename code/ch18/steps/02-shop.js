import { randomUUID } from 'node:crypto'
import { createServer, Router, VelocyError } from '../lib/index.js'

/** @import { Request, Response } from '../lib/index.js' */

/** @type {Record<string, number>} in euros */
const PRICES = { mug: 12, teapot: 40 }
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
  router.post('/orders', placeOrder)
  router.post('/login', login)
  router.get('/me', me)
  router.post('/password', setPassword)
  router.get('/reviews', showReviews)
  router.post('/reviews', review)
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

/** @param {Request} req */
async function placeOrder(req) {
  const body = /** @type {any} */ (await req.json())
  const order = { price: PRICES[body.item], ...body }
  const total = order.price * order.quantity * (1 - discountOf(req) / 100)
  takings += total
  return { ...order, total }
}

/** @param {Request} req @param {Response} res */
async function login(req, res) {
  const { name, password } = /** @type {any} */ (await req.form())
  if (!passwords.has(name) || passwords.get(name) !== password) {
    throw refused(401, 'Got a wrong name or password')
  }
  sessionOf(req, res).user = name
  return { user: name }
}

/** @param {Request} req @param {Response} res */
const me = (req, res) => ({ user: userOf(req, res) })

/** @param {Request} req @param {Response} res */
async function setPassword(req, res) {
  const { password } = /** @type {any} */ (await req.form())
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

/** @param {Request} req @param {Response} res */
async function review(req, res) {
  const user = userOf(req, res)
  const { text } = /** @type {any} */ (await req.form())
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
