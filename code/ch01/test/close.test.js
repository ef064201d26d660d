import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startApp, within } from './support.js'

test('close() tells busy clients, and none loses a request', async () => {
  const clients = 20
  const closes = 20
  const file = fileURLToPath(new URL('./busy-clients.js', import.meta.url))
  const child = fork(file)
  const message = async () => (await once(child, 'message'))[0]
  try {
    for (let i = 0; i < closes; i++) {
      const { port, close } = await startApp()
      child.send({ port, clients })
      assert.equal(await within(message(), 'busy clients'), 'busy')
      const ends = message()
      await close()
      assert.deepEqual(await within(ends, 'their ends'), { told: clients })
    }
  } finally {
    child.kill()
  }
})
