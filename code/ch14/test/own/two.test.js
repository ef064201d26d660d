import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addressOf } from '../library.js'
import { request, within } from '../support.js'

/**
 * A port that is free right now, since the program wants to be given one. The
 * system gives it to nobody who asks for any.
 *
 * @returns {Promise<number>}
 */
async function freePort() {
  const port = 11_000 + Math.floor(Math.random() * 21_000)
  const server = net.createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

test('two processes take turns on one port', async (t) => {
  const port = await freePort()
  const file = fileURLToPath(addressOf('steps/03-two.js'))
  const env = { ...process.env, PORT: String(port) }
  const child = spawn(process.execPath, [file], { env })
  t.after(() => child.kill('SIGKILL'))
  await within(once(child.stdout, 'data'), 'two workers')
  const texts = []
  for (let i = 0; i < 4; i++) {
    const { text } = await request({ host: 'localhost', port }, '/')
    texts.push(text.trim())
  }
  assert.deepEqual(texts.sort(), [
    'worker 1, visit 1',
    'worker 1, visit 2',
    'worker 2, visit 1',
    'worker 2, visit 2',
  ])
})
