import { randomBytes } from 'node:crypto'

/** @import { Middleware } from '../app/typed.js' */

/** Sent by HTTPS only, as RFC 6797 §7.2 asks. */
const HSTS = 'strict-transport-security'

const FIELDS = {
  'content-security-policy':
    "default-src 'self'; script-src 'nonce' 'strict-dynamic'; " +
    "object-src 'none'; base-uri 'none'; form-action 'self'; " +
    "frame-ancestors 'none'",
  [HSTS]: 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * Middleware that tells browsers what our pages may do, and what others may do
 * with them. It adds `req.nonce`, without which the scripts of a page don't
 * run: `<script nonce="${req.nonce}">`.
 *
 * @param {Record<string, string | false>} [fields] by name, instead of ours or
 *   in addition; false leaves one out. `'nonce'` stands for the nonce.
 * @returns {Middleware<{ nonce: string }>} the nonce is new for each request
 * @throws {TypeError} of Headers, for a field that can't be sent
 */
export function securityHeaders(fields = {}) {
  const sent = new Headers(FIELDS)
  for (const [name, value] of Object.entries(fields)) {
    if (value === false) sent.delete(name)
    else if (value !== undefined) sent.set(name, value)
  }
  const entries = [...sent]
  return (req, res) => {
    req.nonce = randomBytes(16).toString('base64url')
    for (const [name, value] of entries) {
      if (name === HSTS && !isHttps(req)) continue
      res.setHeader(name, value.replaceAll("'nonce'", `'nonce-${req.nonce}'`))
    }
  }
}

/** What trustProxy says, or else the connection. @param {any} req */
const isHttps = ({ protocol, socket }) =>
  protocol === undefined ? socket.encrypted : protocol === 'https'
