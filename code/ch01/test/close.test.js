import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startApp, within } from './support.js'

/** A process that gets no turn for so long is no client to be told, in ms. */
const LATE = 100

/**
 * How many of the clients that ask again and again are told that a server
 * closes.
 *
 * @param {import('node:child_process').ChildProcess} child the clients
 * @param {number} clients
 */
async function tellAll(child, clients) {
  const message = async () => (await once(child, 'message'))[0]
  const { port, close } = await startApp()
  const turns = monitorEventLoopDelay({ resolution: 10 })
  turns.enable()
  child.send({ port, clients })
  const said = within(message(), 'busy clients')
  await said.catch(close)
  assert.equal(await said, 'busy')
  const ends = message()
  await close()
  const { told, late } = await within(ends, 'their ends')
  turns.disable()
  return { told, late: Math.max(late, turns.max / 1e6) }
}

test('close() tells busy clients, and none loses a request', async () => {
  const clients = 20
  const file = fileURLToPath(new URL('./busy-clients.js', import.meta.url))
  const child = fork(file)
  try {
    for (let i = 0; i < 20; i++) {
      let tries = 0
      let round
      do {
        round = await tellAll(child, clients)
        // Who gets no turn on a busy machine looks quiet, and a server ends
        // quiet connections. Such a round tells nothing.
      } while (round.told < clients && round.late > LATE && ++tries < 10)
      assert.equal(round.told, clients, `${round.late} ms late`)
    }
  } finally {
    child.kill()
  }
})
