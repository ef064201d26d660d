import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import {
  cors,
  securityHeaders,
  trustProxy,
} from '../../lib/middleware/index.js'

const require = createRequire(
  new URL('../../../contenders/npm-middleware/package.json', import.meta.url),
)
/** @param {string} name @returns {any} undefined if it isn't installed */
function load(name) {
  try {
    return require(name)
  } catch {
    return undefined
  }
}
const peers = {
  proxyAddr: load('proxy-addr'),
  helmet: load('helmet'),
  cors: load('cors'),
}
const skip = Object.values(peers).every(Boolean)
  ? false
  : 'its packages are not installed: scripts/setup.sh --only contenders'

/** @param {string[]} networks @param {any} req */
function ipOf(networks, req) {
  trustProxy(networks)(req, /** @type {any} */ (undefined), () => {})
  return req.ip
}

/** @param {string} remoteAddress @param {string} [list] */
const requestOf = (remoteAddress, list) =>
  /** @type {any} */ ({
    socket: { remoteAddress },
    connection: { remoteAddress },
    headers: list === undefined ? {} : { 'x-forwarded-for': list },
  })

const PRIVATE = ['10.0.0.0/8', '::1', 'fc00::/7']
/** Peer, X-Forwarded-For, and what both make of them. @type {any[][]} */
const SAME = [
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['203.0.113.7', '10.0.0.2', '203.0.113.7'],
  ['10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '6.6.6.6,203.0.113.7,10.0.0.2', '203.0.113.7'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.1', ' , 203.0.113.7,,', '203.0.113.7'],
  ['::1', '2001:db8::1', '2001:db8::1'],
  ['fd00::1', '2001:db8::1, fd00::2', '2001:db8::1'],
  ['::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '203.0.113.7, ::ffff:10.0.0.2', '203.0.113.7'],
]
/** And where we differ: theirs, and ours. @type {any[][]} */
const DIFFERENT = [
  // A name is no address, so it can't be in anyone's list by accident.
  ['10.0.0.1', 'unknown', 'unknown', undefined],
  ['10.0.0.1', '10.0.0.2, _hidden', '_hidden', undefined],
  // With a port, no address is equal to any other, and none is trusted.
  ['10.0.0.1', '203.0.113.7:4711', '203.0.113.7:4711', '203.0.113.7'],
  ['10.0.0.1', '203.0.113.7, 10.0.0.2:80', '10.0.0.2:80', '203.0.113.7'],
  ['10.0.0.1', '[2001:db8::1]:80', '[2001:db8::1]:80', '2001:db8::1'],
  // Two names of the same address.
  ['::ffff:203.0.113.7', undefined, '::ffff:203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '2001:DB8:0::1', '2001:DB8:0::1', '2001:db8::1'],
]

test('addresses are those of proxy-addr', { skip }, () => {
  for (const [peer, list, expected] of SAME) {
    const req = requestOf(peer, list)
    assert.equal(peers.proxyAddr(req, PRIVATE.slice()), expected, list)
    assert.equal(ipOf(PRIVATE, req), expected, list)
  }
})

test('except where those are no addresses, or are not in one form', {
  skip,
}, () => {
  for (const [peer, list, theirs, ours] of DIFFERENT) {
    const req = requestOf(peer, list)
    assert.equal(peers.proxyAddr(req, PRIVATE.slice()), theirs, list)
    assert.equal(ipOf(PRIVATE, req), ours, list)
  }
})

/** @param {any} layer @param {any} req */
function fieldsOf(layer, req) {
  /** @type {Record<string, string>} */
  const fields = {}
  const res = {
    setHeader: (/** @type {string} */ name, /** @type {any} */ value) => {
      fields[name.toLowerCase()] = String(value)
    },
    getHeader: (/** @type {string} */ name) => fields[name.toLowerCase()],
    removeHeader() {},
    end() {},
  }
  layer({ headers: {}, socket: {}, ...req }, res, () => {})
  return fields
}

test('of the fields of helmet, those are left out that do nothing', {
  skip,
}, () => {
  const ours = fieldsOf(securityHeaders(), { protocol: 'https' })
  const theirs = fieldsOf(peers.helmet(), {})
  const missing = Object.keys(theirs).filter((name) => !(name in ours))
  assert.deepEqual(missing.sort(), [
    'origin-agent-cluster',
    'x-dns-prefetch-control',
    'x-download-options',
    'x-frame-options',
    'x-permitted-cross-domain-policies',
    'x-xss-protection',
  ])
  for (const name of Object.keys(ours)) assert.ok(name in theirs, name)
})

test('a preflight has the fields that it has with the package cors', {
  skip,
}, () => {
  const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
  const origin = ['https://app.example']
  const preflight = {
    method: 'OPTIONS',
    headers: {
      origin: origin[0],
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'x-a',
    },
  }
  const ours = fieldsOf(
    cors({ credentials: true, origins: origin, headers: ['x-a'] }),
    preflight,
  )
  const { 'content-length': _, ...theirs } = fieldsOf(
    peers.cors({
      credentials: true,
      methods: METHODS,
      maxAge: 600,
      origin,
      allowedHeaders: ['x-a'],
    }),
    preflight,
  )
  assert.deepEqual(ours, theirs)
})
