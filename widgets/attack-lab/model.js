/** The attacks of chapter 18, as they were recorded on two shops. */
import recorded from './recorded.json' with { type: 'json' }

/**
 * @typedef {object} Exchange
 * @property {string} request with the fields that matter
 * @property {number} status
 * @property {string} answer with the fields that matter
 */
/**
 * @typedef {object} Recording of an attack on a shop
 * @property {boolean} isOpen whether the attack has worked
 * @property {number} count how many requests it took
 * @property {Exchange[]} exchanges of more than four, the first and the last
 */
/**
 * @typedef {object} Attack
 * @property {string} id
 * @property {string} was the line that lets it work
 * @property {string} is the line that ends it
 * @property {Recording} open on the shop with the holes
 * @property {Recording} closed on the other one
 */

/** Where the two shops are, in the chapter's folder. */
export const SHOPS = {
  open: 'steps/02-shop.js',
  closed: 'steps/12-shop.js',
}

/** Of each attack: what the shops say instead of each other. */
const LINES = {
  order: {
    was: 'const order = { price: PRICES[body.item], ...body }',
    is: "shop.post('/orders', validate({ body: ORDER }), (req) => {",
  },
  cookie: {
    was: "return Number(cookieOf(req, 'discount') ?? 0)",
    is: "return Number(verify('discount', getCookie(req, 'discount')) ?? 0)",
  },
  planted: {
    was: 'sessionOf(req, res).user = name',
    is: 'await req.session.begin(name)',
  },
  stolen: {
    was: "passwords.set(userOf(req, res), await field(req, 'password'))",
    is: 'await req.session.endAll()',
  },
  site: {
    was: "res.setHeader('access-control-allow-origin', origin)",
    is: ".use(cors({ origins: ['https://village.example'] }), csrf(), sessions())",
  },
  script: {
    was: 'const html = String.raw',
    is: 'return String.raw(parts, ...values.map(escapeHtml))',
  },
  address: {
    was: "return String(req.headers['x-forwarded-for'] ?? req.socket.remoteAddress)",
    is: "if (!req.ip?.startsWith('10.')) throw refused(403, 'Staff only')",
  },
  guesses: {
    was: "shop.post('/login', async (req, res) => {",
    is: "rateLimit({ name: 'user', limit: 10, window: MINUTE, by: nameOf, shared: true })",
  },
}

/** @type {Attack[]} */
export const ATTACKS = Object.entries(LINES).map(([id, lines], index) => ({
  id,
  ...lines,
  open: recorded.open[index],
  closed: recorded.closed[index],
}))
