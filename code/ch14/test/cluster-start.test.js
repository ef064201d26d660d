import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import test from 'node:test'
import { isRunning, moduleOf, run, start } from './clusters.js'
import { OWN_HOST } from './support.js'

/** What is wrong with an app, and what the error says of it. */
const HOSTILE = {
  'throws while it is loaded': [
    "throw new Error('no database')",
    /^Worker 1 did not start: no database$/,
  ],
  'is no JavaScript': ['export default {{', /Unexpected token/],
  'has no default export': [
    'export const app = 1, port = 2',
    /exports app, port, expected a default export/,
  ],
  'exports nothing': ['', /exports nothing, expected a default export/],
  'is a number': [
    'export default 1',
    /The app is 1, expected a Router, or a server/,
  ],
  'is a function that returns nothing': [
    'export default () => {}',
    /The app is undefined, expected a Router/,
  ],
  rejects: [
    "export default async () => { throw new Error('no secret') }",
    /: no secret$/,
  ],
  'throws null': ['export default () => { throw null }', /: null$/],
  'ends the process': [
    'export default () => process.exit(0)',
    /: it ended with exit code 0$/,
  ],
  'is killed while it is loaded': [
    "process.kill(process.pid, 'SIGKILL')\nawait new Promise(() => {})",
    /: it ended with SIGKILL$/,
  ],
  'is killed before it is ready': [
    "export default () => process.kill(process.pid, 'SIGKILL')",
    /: it ended with SIGKILL$/,
  ],
  'is not ready in time': [
    'export default () => new Promise(() => {})',
    /: it was not ready within 400 ms$/,
  ],
  'stands still': [
    'export default () => { for (;;); }',
    /: it was not ready within 400 ms$/,
  ],
  'listens already': [
    'const server = createServer(new Router()).listen(0)\n' +
      "await new Promise((resolve) => server.on('listening', resolve))\n" +
      'export default server',
    /app is a server that listens already, expected/,
  ],
  'calls serve()': [
    "export default await serve('/app.js')",
    /serve\(\) was called in a worker/,
  ],
}

for (const [what, [text, message]] of Object.entries(HOSTILE)) {
  test(`serve() rejects when an app ${what}`, async () => {
    const isLate = /in time|stands/.test(what)
    await assert.rejects(
      start(moduleOf(String(text)), isLate ? { readyTimeout: 400 } : {}),
      (/** @type {any} */ error) => {
        assert.equal(error.code, 'ERR_VELOCY_CLUSTER_START')
        assert.match(error.message, /** @type {RegExp} */ (message))
        return true
      },
    )
  })
}

test('serve() rejects when somebody has the port', async (t) => {
  const other = net.createServer().listen(0, OWN_HOST)
  t.after(() => other.close())
  await once(other, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (other.address())
  const app = moduleOf('export default new Router()')
  await assert.rejects(start(app, { port }), (/** @type {any} */ error) => {
    assert.match(error.message, /EADDRINUSE/)
    assert.equal(error.cause.code, 'EADDRINUSE')
    return true
  })
  other.close()
  await once(other, 'close')
  const { cluster } = await start(app, { port })
  assert.equal(cluster.url, `http://${OWN_HOST}:${port}`)
})

test('serve() rejects when the address is not of this machine', async () => {
  const app = moduleOf('export default new Router()')
  for (const port of [0, 8080]) {
    await assert.rejects(start(app, { port, host: '192.0.2.1' }), {
      code: 'ERR_VELOCY_CLUSTER_START',
      message: /EADDRNOTAVAIL/,
    })
  }
})

test('where one of several workers does not start, nothing is left', async () => {
  const app = moduleOf(`export default ({ id, data }) => {
    console.log(process.pid)
    if (id === 3) throw new Error('the third')
    return new Router()
  }`)
  const { stdout, stderr, code } = await run(`
    try {
      await serve(new URL(${JSON.stringify(app.href)}), {
        port: 0, host: '${OWN_HOST}', workers: 3
      })
    } catch ({ message }) {
      console.log(message)
    }`)
  assert.equal(stderr, '')
  assert.equal(code, 0)
  const said = stdout.trim().split('\n')
  assert.equal(said.pop(), 'Worker 3 did not start: the third')
  assert.deepEqual(said.map(Number).filter(isRunning), [])
})

test('what an app forgets before it is ready is told, too', async () => {
  const never = 'export default () => new Promise(() => {})'
  for (const fail of [
    "setTimeout(() => { throw new Error('later') })",
    "Promise.reject(new Error('later'))",
  ]) {
    const { href } = moduleOf(`${fail}\n${never}`)
    const { stdout, stderr } = await run(`
      await serve(new URL(${JSON.stringify(href)}), { port: 0 }).catch(({ message, cause }) => {
        console.log(message, cause.stack)
      })`)
    assert.match(stdout, /^Worker 1 did not start: later Error: later\n +at /)
    // Node.js has printed it.
    assert.match(stderr, /Error: later/)
  }
})
