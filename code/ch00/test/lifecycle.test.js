import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import http from 'node:http'
import net from 'node:net'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { OWN_HOST, request, startApp, within } from './support.js'

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
  const app = await startApp({ host: OWN_HOST })
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

test('on a Node.js that does not know what is main, it says so', async () => {
  // As it was before 24.2: undefined, in every module.
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({
      load(url, context, nextLoad) {
        const loaded = nextLoad(url, context)
        if (!url.startsWith('file:')) return loaded
        const source = String(loaded.source)
        return { ...loaded, source: source.replaceAll('import.meta.main', '(void 0)') }
      },
    })`
  const hooks = `data:text/javascript,${encodeURIComponent(hook)}`
  const file = process.env.APP
    ? resolve(process.env.APP)
    : fileURLToPath(new URL('../server.js', import.meta.url))
  const program = spawn(process.execPath, ['--import', hooks, file], {
    env: { ...process.env, PORT: '0' },
  })
  let said = ''
  /** @type {Promise<number | null>} */
  const over = new Promise((done) => {
    program.on('close', done)
    for (const stream of [program.stdout, program.stderr]) {
      stream.on('data', (chunk) => {
        said += chunk
        // A server that finds out in another way simply starts.
        if (said.includes('http://localhost')) done(1)
      })
    }
  })
  try {
    assert.equal(await within(over, 'the server to start or to end'), 1)
    assert.match(said, /http:\/\/localhost|Got Node\.js v.*expected/)
  } finally {
    program.kill()
  }
})
