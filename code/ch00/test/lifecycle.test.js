import assert from 'node:assert/strict'
import http from 'node:http'
import net from 'node:net'
import { test } from 'node:test'
import { request, startApp, within } from './support.js'

test('two servers run side by side on ports of their own', async () => {
  const one = await startApp()
  const two = await startApp()
  try {
    assert.notEqual(one.port, two.port)
    assert.equal((await request(one, '/bench/one?id=1')).status, 200)
    assert.equal((await request(two, '/bench/two?id=2')).status, 200)
  } finally {
    await one.close()
    await two.close()
  }
})

test('after close() nobody listens any more', async () => {
  const app = await startApp()
  await app.close()
  const refused = new Promise((resolve, reject) => {
    const socket = net.connect({ port: app.port, host: app.host })
    socket.on('error', resolve)
    socket.on('connect', () => {
      socket.destroy()
      reject(new Error(`port ${app.port} still accepts connections`))
    })
  })
  const error = /** @type {NodeJS.ErrnoException} */ (
    await within(refused, 'the connection to be refused')
  )
  assert.equal(error.code, 'ECONNREFUSED')
})

test('close() does not wait for an idle keep-alive connection', async () => {
  const app = await startApp()
  const agent = new http.Agent({ keepAlive: true })
  try {
    await within(
      new Promise((resolve, reject) => {
        http
          .get(`${app.url}/bench/testing?id=10`, { agent }, (incoming) => {
            incoming.resume().on('end', resolve)
          })
          .on('error', reject)
      }),
      'an answer on the keep-alive connection',
    )
    await app.close()
  } finally {
    agent.destroy()
  }
})
