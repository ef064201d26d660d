import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { library } from './library.js'
import { inject, listen } from './serving.js'
import { request, within } from './support.js'

const { createServer, Router } = await library('lib/index.js')
const { trustProxy } = await library('lib/middleware/trust-proxy.js')

/** @typedef {import('node:test').TestContext} TestContext */

/** @param {string[]} networks @param {object} [options] */
function routerOf(networks, options) {
  const router = new Router()
  router.use(trustProxy(networks, options))
  router.get('/', (/** @type {any} */ { ip, host, protocol }) => ({
    ip: ip ?? null,
    host: host ?? null,
    protocol,
  }))
  return router
}

/**
 * What the middleware finds out about a request.
 *
 * @param {string[]} networks
 * @param {Record<string, string | string[]>} headers
 * @param {string} [remoteAddress]
 * @param {object} [options]
 */
function read(networks, headers, remoteAddress = '10.0.0.9', options) {
  const socket = { remoteAddress }
  const req = /** @type {any} */ ({ socket, headers })
  trustProxy(networks, options)(req)
  return { ip: req.ip, host: req.host, protocol: req.protocol }
}

/** @param {string} text @param {string[]} [networks] */
const ipFor = (text, networks = ['10.0.0.0/8']) =>
  read(networks, { 'x-forwarded-for': text }).ip

/** @param {string} forwarded @param {string[]} [networks] */
const readForwarded = (forwarded, networks = ['10.0.0.0/8']) =>
  read(networks, { forwarded }, undefined, { field: 'forwarded' })

test('without proxies, a client is whoever has connected', async (t) => {
  const { port } = await listen(t, createServer(routerOf([])))
  const headers = {
    host: 'Shop.Example:81',
    'x-forwarded-for': '10.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    forwarded: 'for=10.0.0.1;proto=https;host=evil.example',
  }
  const { text } = await request({ host: '127.0.0.1', port }, '/', { headers })
  assert.deepEqual(JSON.parse(text), {
    ip: '127.0.0.1',
    host: 'shop.example:81',
    protocol: 'http',
  })
})

test('a trusted proxy says who asks, over which protocol, for what', async (t) => {
  const { port } = await listen(t, createServer(routerOf(['127.0.0.0/8'])))
  const headers = {
    host: 'upstream',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'shop.example',
  }
  const { text } = await request({ host: '127.0.0.1', port }, '/', { headers })
  assert.deepEqual(JSON.parse(text), {
    ip: '203.0.113.7',
    host: 'shop.example',
    protocol: 'https',
  })
})

test('what a client has written before does not count', () => {
  assert.equal(ipFor('10.6.6.6, 203.0.113.7'), '203.0.113.7')
  assert.equal(ipFor('127.0.0.1,10.6.6.6 ,\t203.0.113.7'), '203.0.113.7')
  assert.equal(ipFor('", 203.0.113.7'), '203.0.113.7')
  assert.equal(ipFor('<script>, 203.0.113.7'), '203.0.113.7')
})

test('trusted proxies behind each other are passed', () => {
  assert.equal(ipFor('6.6.6.6, 203.0.113.7, 10.0.0.2, 10.0.0.1'), '203.0.113.7')
})

test('when all are trusted, the first one is the client', () => {
  assert.equal(ipFor('10.0.0.2, 10.0.0.1'), '10.0.0.2')
  assert.equal(read(['10.0.0.0/8'], {}).ip, '10.0.0.9')
})

test('a field that comes in several lines is one list', async (t) => {
  const { port } = await listen(t, createServer(routerOf(['127.0.0.1'])))
  const asked = http.get({
    port,
    headers: { 'X-Forwarded-For': ['10.6.6.6', '203.0.113.7'] },
  })
  const [answer] = await once(asked, 'response')
  const { ip } = JSON.parse((await answer.toArray()).join(''))
  assert.equal(ip, '203.0.113.7')
})

test('addresses come with ports, in brackets, and as IPv6 for IPv4', () => {
  assert.equal(ipFor('203.0.113.7:4711'), '203.0.113.7')
  assert.equal(ipFor('[2001:DB8:0:0::1]:4711'), '2001:db8::1')
  assert.equal(ipFor('[2001:db8::1]'), '2001:db8::1')
  assert.equal(ipFor('2001:db8::1'), '2001:db8::1')
  assert.equal(ipFor('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(ipFor('::ffff:cb00:7107'), '203.0.113.7')
  assert.equal(ipFor('203.0.113.7, ::ffff:10.0.0.1'), '203.0.113.7')
  assert.equal(ipFor('fe80::1%eth0'), 'fe80::1')
})

test('a proxy that is connected by IPv6 is known by its IPv4 address', () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const { ip } = read(['10.0.0.0/8'], headers, '::ffff:10.0.0.9')
  assert.equal(ip, '203.0.113.7')
  assert.equal(read([], {}, '::ffff:10.0.0.9').ip, '10.0.0.9')
  const mapped = read(['::ffff:10.0.0.0/104'], headers, '10.0.0.9')
  assert.equal(mapped.ip, '203.0.113.7')
})

test('what is no address is nobody, and never the proxy', () => {
  for (const text of ['unknown', '_hidden', '10.0.0.256', '010.0.0.1', '1']) {
    assert.equal(ipFor(text), undefined, text)
    assert.equal(ipFor(`10.0.0.1, ${text}`), undefined, text)
  }
  assert.equal(
    read(['10.0.0.0/8'], { 'x-forwarded-proto': 'https' }).ip,
    undefined,
  )
})

test('a proxy that is not trusted is the client', () => {
  const headers = {
    host: 'shop.example',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
  }
  assert.deepEqual(read(['10.0.0.0/8'], headers, '192.0.2.1'), {
    ip: '192.0.2.1',
    host: 'shop.example',
    protocol: 'http',
  })
})

test('of several hosts and protocols, the nearest proxy has said the last', () => {
  const { host, protocol } = read(['10.0.0.0/8'], {
    host: 'upstream',
    'x-forwarded-for': '203.0.113.7',
    'x-forwarded-host': 'evil.example, Shop.Example',
    'x-forwarded-proto': 'https,http',
  })
  assert.deepEqual(
    { host, protocol },
    { host: 'shop.example', protocol: 'http' },
  )
})

test('Forwarded is read when it is what the proxies write', () => {
  const all = 'for="[2001:db8::1]:47";Proto=https;HOST="shop.example:81"'
  assert.deepEqual(readForwarded(all), {
    ip: '2001:db8::1',
    host: 'shop.example:81',
    protocol: 'https',
  })
  const chain =
    'for=10.6.6.6, for=203.0.113.7;proto=https, for=10.0.0.1;proto=http'
  assert.deepEqual(readForwarded(chain), {
    ip: '203.0.113.7',
    host: undefined,
    protocol: 'https',
  })
  for (const text of [
    'for=unknown',
    'for=_mdn',
    'proto=https',
    'for=',
    'nonsense',
  ]) {
    assert.equal(readForwarded(text).ip, undefined, text)
  }
})

test('of the two kinds of fields, only one is read', () => {
  const headers = {
    forwarded: 'for=198.51.100.1;proto=https',
    'x-forwarded-for': '203.0.113.7',
  }
  const both = (/** @type {string} */ field) =>
    read(['10.0.0.0/8'], headers, undefined, { field })
  assert.equal(both('x-forwarded').ip, '203.0.113.7')
  assert.equal(both('x-forwarded').protocol, 'http')
  assert.equal(both('forwarded').ip, '198.51.100.1')
})

test('a quotation mark does not let a client swallow what the proxy says', () => {
  const proxies = ['for=203.0.113.7', 'for="[2001:db8::1]";host="a:80"']
  for (const mine of [
    'for=10.6.6.6;host="',
    'for="',
    'for=10.6.6.6;host="\\',
  ]) {
    for (const proxy of proxies) {
      const { ip } = readForwarded(`${mine}, ${proxy}`)
      assert.notEqual(ip, '10.6.6.6', `${mine}, ${proxy}`)
    }
  }
})

test('what is no host is not handed on', () => {
  for (const host of ['evil@shop.example', 'a b', 'a/b', 'a:b', '[::1', '']) {
    assert.equal(read([], { host }).host, undefined, host)
  }
  assert.equal(read([], {}).host, undefined)
  assert.equal(read([], { host: '[::1]:8080' }).host, '[::1]:8080')
})

test('a request for a host that we are not gets a 421', async () => {
  const router = routerOf([], { hosts: ['shop.example', 'localhost:8080'] })
  for (const [host, status] of Object.entries({
    'shop.example': 200,
    'SHOP.example': 200,
    'localhost:8080': 200,
    'shop.example:8080': 421,
    'evil.example': 421,
  })) {
    const answer = await inject(router, { path: '/', headers: { host } })
    assert.equal(answer.status, status, host)
  }
})

test('over TLS, the protocol is https, unless a proxy says otherwise', () => {
  const protocolOf = (/** @type {Record<string, string>} */ headers) => {
    const socket = { remoteAddress: '10.0.0.9', encrypted: true }
    const req = /** @type {any} */ ({ socket, headers })
    trustProxy(['10.0.0.9'])(req)
    return req.protocol
  }
  assert.equal(protocolOf({}), 'https')
  assert.equal(protocolOf({ 'x-forwarded-for': '203.0.113.7' }), 'https')
  assert.equal(protocolOf({ 'x-forwarded-proto': 'http' }), 'http')
  assert.equal(protocolOf({ 'x-forwarded-proto': 'HTTPS' }), 'https')
  assert.equal(protocolOf({ 'x-forwarded-proto': 'javascript' }), 'http')
})

const pipe = () => {
  const name = `velocy-${process.pid}-${Math.random().toString(36).slice(2)}`
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\${name}`
    : join(tmpdir(), `${name}.sock`)
}

/** @param {string} socketPath */
async function askPipe(socketPath) {
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const asked = http.get({ socketPath, headers, agent: false })
  const [answer] = await once(asked, 'response')
  return JSON.parse((await answer.toArray()).join('')).ip
}

test('a proxy on a Unix domain socket is trusted by the word unix', async (t) => {
  const path = pipe()
  await listen(t, createServer(routerOf(['unix'])), { path })
  assert.equal(await askPipe(path), '203.0.113.7')
})

test('without that word it is not, and has no address', async (t) => {
  const path = pipe()
  await listen(t, createServer(routerOf(['127.0.0.1', '::/1'])), { path })
  assert.equal(await askPipe(path), null)
})

test('a client that has gone, and has no address, is no Unix socket', () => {
  const req = /** @type {any} */ ({
    socket: {
      remoteAddress: undefined,
      server: { address: () => ({ address: '0.0.0.0', port: 80 }) },
    },
    headers: { 'x-forwarded-for': '10.0.0.1' },
  })
  trustProxy(['unix'])(req)
  assert.equal(req.ip, undefined)
})

test('a socket that is lost before it is asked has no address', async (t) => {
  const reached = Promise.withResolvers()
  const found = Promise.withResolvers()
  const router = new Router()
  router.use(async (/** @type {any} */ req) => {
    const closed = new Promise((done) => req.socket.once('close', done))
    reached.resolve(undefined)
    await closed
    trustProxy(['unix'])(req)
    found.resolve(req.ip)
  })
  router.get('/', () => 'hi')
  const { port } = await listen(t, createServer(router))
  const client = net.connect(port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n')
  await within(reached.promise, 'the request')
  client.resetAndDestroy()
  const ip = await within(found.promise, 'the end of the socket')
  assert.notEqual(ip, '10.0.0.1')
})

test('networks and options that cannot be meant are errors', () => {
  const bad = { code: 'ERR_VELOCY_BAD_OPTION' }
  for (const networks of [undefined, '10.0.0.1', true, 1, ['loopback']]) {
    assert.throws(() => trustProxy(networks), bad, String(networks))
  }
  for (const text of ['10.0.0.0/0', '::/0', '0.0.0.0/00', '10.0.0.1/', '']) {
    assert.throws(() => trustProxy([text]), bad, text)
  }
  for (const text of ['10.0.0.0/33', '::/129', '10.0.0.256', '10.0.0']) {
    assert.throws(() => trustProxy([text]), text)
  }
  assert.throws(() => trustProxy([], { field: 'x-real-ip' }), bad)
  assert.throws(() => trustProxy([], { hosts: 'a' }), bad)
  assert.throws(() => trustProxy([], { hosts: ['https://a'] }), bad)
  assert.throws(() => trustProxy([], { host: ['a'] }), bad)
})
