import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { after, before, test } from 'node:test'
import { createServer, Router } from '../../lib/index.js'

const file = process.env.EXERCISE ?? './exercise.js'
const { Hosts } = await import(new URL(file, import.meta.url).href)

/** @param {string} text */
const site = (text) => new Router().get('/', (_req, res) => res.text(text))

/** @type {http.Server} */
let server
before(async () => {
  const hosts = new Hosts()
    .add('example.org', site('one'))
    .add('Example.com', site('two'))
  server = createServer(hosts).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => {
  server.closeAllConnections()
  server.close()
})

/**
 * @param {string} host
 * @param {string} [path]
 * @returns {Promise<[status?: number, text?: string]>}
 */
function ask(host, path = '/') {
  const { port } = /** @type {import('node:net').AddressInfo} */ (
    server.address()
  )
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path, agent: false }
    const signal = AbortSignal.timeout(1000)
    http
      .get({ ...options, signal, headers: { host } }, async (res) => {
        resolve([res.statusCode, (await res.toArray()).join('')])
      })
      .on('error', (error) =>
        // A server that does not answer is a wrong answer, not an accident.
        error.name === 'AbortError' ? resolve([]) : reject(error),
      )
  })
}

test('each host has its own routes', async () => {
  assert.deepEqual(await ask('example.org'), [200, 'one'])
  assert.deepEqual(await ask('example.com'), [200, 'two'])
  assert.equal((await ask('example.org', '/nowhere'))[0], 404)
})

test('the case of a host does not count, nor does its port', async () => {
  assert.deepEqual(await ask('EXAMPLE.org'), [200, 'one'])
  assert.deepEqual(await ask('example.org:8080'), [200, 'one'])
})

test('a host that is not served is a 421', async () => {
  for (const host of ['example.net', 'constructor', '__proto__', '']) {
    assert.equal((await ask(host))[0], 421, host)
  }
})

test('an absolute target says the host, whatever the field says', async () => {
  const answer = await ask('example.org', 'http://example.com/')
  assert.deepEqual(answer, [200, 'two'])
})

test('a host that is added twice is an error that names it', () => {
  const hosts = new Hosts().add('example.org', site('one'))
  assert.throws(() => hosts.add('EXAMPLE.ORG', site('two')), /example\.org/i)
})
