import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { after, before, test } from 'node:test'
import { createServer, Router } from '../../lib/index.js'

const file = process.env.EXERCISE ?? './exercise.js'
const { Hosts } = await import(new URL(file, import.meta.url).href)

/** @param {string} text */
const site = (text) => new Router().get('/', (_req, res) => res.text(text))

/** @type {net.Server & { closeAllConnections: () => void }} */
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
 * @param {string} [target]
 * @returns {Promise<[status?: number, text?: string]>}
 */
async function ask(host, target = '/') {
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const socket = net.connect(port, '127.0.0.1').setEncoding('utf8')
  // A server that does not answer is a wrong answer, not an accident.
  socket.setTimeout(1000, () => socket.destroy())
  socket.write(
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  )
  let answer = ''
  socket.on('data', (text) => {
    answer += text
  })
  await once(socket, 'close')
  const [head, body] = answer.split('\r\n\r\n')
  return answer === '' ? [] : [Number(head.split(' ')[1]), body]
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
