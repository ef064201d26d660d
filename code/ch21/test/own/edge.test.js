import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addressOf, library } from '../library.js'
import { listen } from '../serving.js'
import { parseResponses, rawRequest, request } from '../support.js'

/** @typedef {import('node:test').TestContext} TestContext */

const { Router, createServer } = await library('lib/index.js')
const { trustProxy } = await library('lib/middleware/index.js')
const { openOrigin, race } = await library('steps/04-race.js')
const { missing, startMachine, startProxy, stopAll } =
  await library('steps/machines.js')

// What a test that fails has left would keep this file from ending.
after(stopAll)

const HOSTED = new URL('../apps/hosted.js', import.meta.url)
const withHaproxy = { skip: missing('haproxy') }
const withNginx = { skip: missing('nginx') }

/** @param {string} name of a step */
const step = (name) => fileURLToPath(addressOf(`steps/${name}`))

/**
 * @param {TestContext} t
 * @param {Record<string, string>} [env]
 * @returns {Promise<any>} the shed: its machines, and the edge
 */
async function openShed(t, env) {
  const names = ['kudu', 'oryx']
  const starting = names.map((name) =>
    startMachine(name, step('02-sky.js'), env),
  )
  const [kudu, oryx] = await Promise.all(starting)
  const edge = await startProxy(step('02-edge.cfg'), [kudu, oryx], env)
  t.after(() => Promise.all([edge, kudu, oryx].map((one) => one.stop())))
  return { kudu, oryx, edge }
}

/** @param {string} url @param {number} count */
async function ask(url, count) {
  const answers = []
  for (let i = 0; i < count; i++) {
    const response = await fetch(url)
    const text = await response.text()
    answers.push(response.ok ? text.split(':')[0] : response.status)
  }
  return answers
}

test(
  "the edge's check has a Host that a machine answers for",
  withHaproxy,
  async (t) => {
    const starting = ['kudu', 'oryx'].map((name) =>
      startMachine(name, fileURLToPath(HOSTED)),
    )
    const machines = await Promise.all(starting)
    const edge = await startProxy(step('05-edge.cfg'), machines)
    t.after(() => Promise.all([edge, ...machines].map((one) => one.stop())))
    const { hostname: host, port } = new URL(edge.url)
    const at = { host, port: Number(port) }
    const headers = { host: 'observatory.example' }
    for (let asked = 0; asked < 4; ) {
      const { status, text } = await request(at, '/asked', { headers })
      assert.equal(status, 200)
      asked = Number(text)
    }
  },
)

test('machines have their turns', withHaproxy, async (t) => {
  const { edge } = await openShed(t)
  const answers = await ask(`${edge.url}/sky`, 4)
  const [first, second] = answers
  assert.deepEqual([first, second].toSorted(), ['kudu', 'oryx'])
  assert.deepEqual(answers, [first, second, first, second])
})

test(
  'a machine with much to do is asked less often',
  withHaproxy,
  async (t) => {
    const { edge } = await openShed(t, { SLOW: 'oryx', BALANCE: 'leastconn' })
    const phones = Array.from({ length: 8 }, () => ask(`${edge.url}/sky`, 10))
    const answers = (await Promise.all(phones)).flat()
    const ofOryx = answers.filter((name) => name === 'oryx')
    assert(ofOryx.length < 30, `${ofOryx.length} of 80`)
  },
)

test('a machine that has died is left out', withHaproxy, async (t) => {
  const { edge, oryx } = await openShed(t)
  await oryx.stop('SIGKILL')
  await edge.until(async () => {
    const answers = await ask(`${edge.url}/sky`, 2)
    return answers.every((name) => name === 'kudu')
  })
  assert(edge.lines.some((/** @type {string} */ line) => /oryx/.test(line)))
})

/** What a visitor says, in a few places. @type {[string, string, string?][]} */
const LIES = [
  ['fields', 'X-Forwarded-For: 10.0.0.1\r\nX-Forwarded-Proto: ftp\r\n'],
  ['another field', 'Forwarded: for=10.0.0.1;proto=ftp\r\n'],
  ['names with _', 'X_Forwarded_For: 10.0.0.1\r\n'],
  ['names for Connection', 'Connection: close, X-Forwarded-Proto\r\n'],
  [
    'trailers',
    'Transfer-Encoding: chunked\r\n',
    '0\r\nX-Forwarded-For: 10.0.0.1\r\nX-Forwarded-Proto: ftp\r\n\r\n',
  ],
]

test('the edge says who asks, whatever they say', withHaproxy, async (t) => {
  const router = new Router().use(trustProxy(['127.0.0.1']))
  router.post('/who', async (/** @type {any} */ req) => {
    await req.text()
    const { ip, host, protocol } = req
    return { ip, host, protocol }
  })
  const { port } = await listen(t, createServer(router))
  const config = readFileSync(step('03-edge.cfg'), 'utf8')
  const edge = await openEdge(t, config.replace(/ ssl .*/, ''), port)
  const expected = { ip: '127.0.0.1', host: 'sky.example', protocol: 'https' }
  for (const [name, fields, body = ''] of LIES) {
    const head = `POST /who HTTP/1.1\r\nHost: sky.example\r\n${fields}`
    const length = body ? '' : 'Content-Length: 0\r\n'
    const text = `${head}${length}\r\n${body}`
    const [answer] = parseResponses(await rawRequest(portOf(edge), [text]))
    assert.deepEqual(JSON.parse(String(answer.body)), expected, name)
  }
})

test("what follows an answer is nobody's", withHaproxy, async (t) => {
  const length = 'Content-Length: 4\r\n'
  const extra = `HTTP/1.1 200 OK\r\n${length}\r\nevil`
  const origin = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\n${length}\r\ngood${extra}`)
    })
  })
  origin.listen(0, '127.0.0.1')
  await once(origin, 'listening')
  t.after(() => origin.close())
  const { port } = /** @type {net.AddressInfo} */ (origin.address())
  const machines = ['kudu', 'oryx'].map((name) => ({
    ...{ name, address: `127.0.0.1:${port}` },
  }))
  const edge = await startProxy(step('02-edge.cfg'), machines)
  t.after(() => edge.stop())
  assert.deepEqual(await ask(edge.url, 4), ['good', 'good', 'good', 'good'])
})

/** @param {{ address: string }} machine */
const portOf = ({ address }) => Number(address.split(':')[1])

/**
 * @param {TestContext} t
 * @param {string} config of HAProxy
 * @param {number} port of the machine behind it
 */
async function openEdge(t, config, port) {
  const folder = mkdtempSync(path.join(tmpdir(), 'edge-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'edge.cfg')
  writeFileSync(file, config)
  const kudu = { name: 'kudu', address: `127.0.0.1:${port}` }
  const edge = await startProxy(file, [kudu])
  t.after(() => edge.stop())
  return edge
}

test(
  'an origin that waits for longer loses nothing',
  withHaproxy,
  async (t) => {
    const address = `127.0.0.1:${await openOrigin(20_000)}`
    const machines = ['kudu', 'oryx'].map((name) => ({ name, address }))
    const edge = await startProxy(step('02-edge.cfg'), machines)
    t.after(() => edge.stop())
    const port = Number(edge.address.split(':')[1])
    assert.deepEqual(await race(port, 'POST'), { 200: 200 })
  },
)

test('nginx asks again for what may be asked twice', withNginx, async (t) => {
  const kudu = { name: 'kudu', address: `127.0.0.1:${await openOrigin(200)}` }
  const edge = await startProxy(step('03-edge.conf'), [kudu])
  t.after(() => edge.stop())
  assert.deepEqual(await race(portOf(edge), 'GET'), { 200: 200 })
})
