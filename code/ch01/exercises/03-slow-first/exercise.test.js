import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseResponses, rawRequest } from '../../test/support.js'

const file = process.env.EXERCISE ?? './exercise.js'
const { serve } = await import(new URL(file, import.meta.url).href)

/**
 * What comes back when these targets are requested in one packet.
 *
 * @param {(target: string) => Promise<string>} answer
 * @param {string[]} targets
 */
async function responses(answer, targets) {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy())
    serve(socket, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  try {
    const packet = targets
      .map((target) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      .join('')
    const count = targets.length
    const bytes = await rawRequest(port, packet, { responses: count })
    return parseResponses(bytes).map(({ status, text }) => [status, text])
  } finally {
    server.close()
  }
}

const options = { timeout: 10_000 }

test('answers that are ready at once come in order', options, async () => {
  const answer = async (/** @type {string} */ target) => target
  const expected = ['/a', '/b', '/c'].map((target) => [200, target])
  assert.deepEqual(await responses(answer, ['/a', '/b', '/c']), expected)
})

test('a fast answer waits for the slow one before it', options, async () => {
  const answer = async (/** @type {string} */ target) => {
    const turns = { '/slow': 20, '/slower': 40 }[target] ?? 0
    for (let turn = 0; turn < turns; turn++) await nextTurn()
    return target
  }
  const targets = ['/slow', '/fast', '/slower', '/fast']
  const expected = targets.map((target) => [200, target])
  assert.deepEqual(await responses(answer, targets), expected)
})

test('the fast one is worked on while the slow one is', options, async () => {
  /** @type {string[]} */
  const started = []
  const answer = async (/** @type {string} */ target) => {
    started.push(target)
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    return `${target} after ${started.length} started`
  }
  assert.deepEqual(await responses(answer, ['/slow', '/fast']), [
    [200, '/slow after 2 started'],
    [200, '/fast after 2 started'],
  ])
})

test('an answer that fails keeps its place too', options, async () => {
  const answer = async (/** @type {string} */ target) => {
    if (target === '/broken') throw new Error('broken')
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    return target
  }
  assert.deepEqual(await responses(answer, ['/slow', '/broken', '/last']), [
    [200, '/slow'],
    [500, 'Failed'],
    [200, '/last'],
  ])
})
