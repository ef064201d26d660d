import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addressOf, library } from '../library.js'
import { listen } from '../serving.js'

/** @typedef {import('node:test').TestContext} TestContext */

const { Router, createServer } = await library('lib/index.js')
const { trustProxy } = await library('lib/middleware/index.js')
const { missing, startMachine, startProxy } = await library('steps/machines.js')
const { openOrigin, race } = await library('steps/04-race.js')

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

test('the edge says who asks, whatever they say', withHaproxy, async (t) => {
  const router = new Router().use(trustProxy(['127.0.0.1']))
  router.get('/who', (/** @type {any} */ { ip, host, protocol }) => {
    return { ip, host, protocol }
  })
  const { port } = await listen(t, createServer(router))
  const config = readFileSync(step('03-edge.cfg'), 'utf8')
  const edge = await openEdge(t, config.replace(/ ssl .*/, ''), port)
  const headers = {
    forwarded: 'for=10.0.0.1;host=b',
    'x-forwarded-for': '10.0.0.1',
    'x-forwarded-host': 'b',
    'x-forwarded-proto': 'ftp',
  }
  const response = await fetch(`${edge.url}/who`, { headers })
  const host = edge.address
  const expected = { ip: '127.0.0.1', host, protocol: 'https' }
  assert.deepEqual(await response.json(), expected)
})

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
  const port = Number(edge.address.split(':')[1])
  assert.deepEqual(await race(port, 'GET'), { 200: 200 })
})
