import assert from 'node:assert/strict'
import http from 'node:http'
import test from 'node:test'
import { openLoop } from './open-loop.js'

/**
 * @param {import('node:test').TestContext} t
 * @param {http.RequestListener} listener
 * @returns {Promise<number>}
 */
function serverOf(t, listener) {
  const server = http.createServer(listener)
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (
        server.address()
      )
      resolve(address.port)
    })
  })
}

const answer = (/** @type {http.ServerResponse} */ response, status = 200) => {
  response.writeHead(status, { 'content-length': 2 })
  response.end('ok')
}

/** @param {number} port */
const options = (port) => ({
  host: '127.0.0.1',
  port,
  method: 'GET',
  path: '/',
  headers: {},
  connections: 4,
  rate: 500,
  warmup: 0,
  duration: 1,
})

test('every request that was due is sent and answered', async (t) => {
  const port = await serverOf(t, (_, response) => answer(response))
  const report = await openLoop(options(port))
  assert.equal(report.requests, 500)
  assert.ok(report.latency.p50 >= report.service.p50)
  assert.deepEqual(Object.values(report.errors), [0, 0, 0, 0, 0])
})

test('a body is sent with each request, with its length', async (t) => {
  let right = 0
  const port = await serverOf(t, async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (body === 'joão' && request.method === 'POST') right++
    answer(response)
  })
  const asked = { method: 'POST', body: 'joão', duration: 0.1 }
  await openLoop({ ...options(port), ...asked })
  assert.equal(right, 50)
})

test('a pause of the server is counted for all who waited, not for those asked', async (t) => {
  let stalled = false
  const port = await serverOf(t, (_, response) => {
    if (stalled) return answer(response)
    stalled = true
    // For 300 ms nobody is answered: 150 requests are due, 4 are sent.
    const held = response
    const { server } = /** @type {import('node:net').Socket & {
      server: http.Server }} */ (response.socket)
    const [listener] = /** @type {http.RequestListener[]} */ (
      server.listeners('request')
    )
    /** @type {http.ServerResponse[]} */
    const waiting = [held]
    server.removeListener('request', listener)
    const hold = (
      /** @type {http.IncomingMessage} */ _request,
      /** @type {http.ServerResponse} */ later,
    ) => waiting.push(later)
    server.on('request', hold)
    setTimeout(() => {
      server.removeListener('request', hold)
      server.on('request', listener)
      for (const each of waiting) answer(each)
    }, 300)
  })
  const report = await openLoop(options(port))
  assert.equal(report.requests, 500)
  // A quarter of the requests and more waited; 1% of them was sent meanwhile.
  assert.ok(report.latency.p90 > 100_000, `latency p90 ${report.latency.p90}`)
  assert.ok(
    report.service.p90 < report.latency.p90 / 2,
    `service p90 ${report.service.p90}, latency p90 ${report.latency.p90}`,
  )
})

test('error pages and closed connections are errors', async (t) => {
  let count = 0
  const port = await serverOf(t, (_, response) => {
    count++
    if (count === 10) response.destroy()
    else answer(response, count === 20 ? 500 : 200)
  })
  const { errors } = await openLoop(options(port))
  assert.equal(errors.status, 1)
  assert.equal(errors.read, 1)
})

test('requests without an answer at the end are time-outs', async (t) => {
  const port = await serverOf(t, () => {})
  const { errors, requests } = await openLoop({
    ...options(port),
    rate: 50,
    patience: 100,
  })
  assert.equal(requests, 0)
  assert.equal(errors.timeout, 50)
})
