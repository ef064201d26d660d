// @nightly
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { runBenchmark } from './harness.js'
import { resultTable } from './table.js'
import { textFrame } from './web-socket.js'

/** What a server answers to a message, given all its sockets. */
const servers = {
  good: 'socket.write(frame)',
  everybody: 'for (const one of sockets) one.write(frame)',
  mistaken: "frame.write('M', 2); socket.write(frame)",
  leaving: 'if (++count > 40) socket.destroy(); else socket.write(frame)',
  silent: 'if (++count < 40) socket.write(frame)',
  talkative: 'socket.write(Buffer.concat([frame, frame]))',
}

/**
 * As much of a server as answers short messages.
 *
 * @param {string} statement
 */
const program = (statement) => `
import { hash } from 'node:crypto'
import http from 'node:http'
const sockets = new Set()
let count = 0
const server = http.createServer()
server.on('upgrade', (req, socket) => {
  const key = req.headers['sec-websocket-key']
  const accept = hash('sha1', key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11', 'base64')
  socket.write('HTTP/1.1 101 Switching Protocols\\r\\nSec-WebSocket-Accept: ' + accept + '\\r\\n\\r\\n')
  sockets.add(socket)
  socket.on('error', () => {})
  socket.on('close', () => sockets.delete(socket))
  let rest = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 6 && rest.length >= 6 + (rest[1] & 127)) {
      const size = rest[1] & 127
      const frame = Buffer.from(rest.subarray(4, 6 + size))
      frame[0] = rest[0]
      frame[1] = size
      for (let at = 0; at < size; at++) frame[2 + at] = rest[6 + at] ^ rest[2 + (at & 3)]
      rest = rest.subarray(6 + size)
      ${statement}
    }
  })
}).listen(process.env.PORT, process.env.HOST)
`

/** @param {import('node:test').TestContext} t */
function temporaryContenders(t) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'messages-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [id, statement] of Object.entries(servers)) {
    mkdirSync(path.join(folder, id))
    writeFileSync(path.join(folder, id, 'server.mjs'), program(statement))
    const contender = {
      id,
      name: id,
      language: 'JavaScript',
      runtime: 'node',
      needs: [],
      version: { chapter: 'velocy' },
      run: [process.execPath, '{folder}/server.mjs'],
    }
    const file = path.join(folder, id, 'contender.json')
    writeFileSync(file, JSON.stringify(contender))
  }
  return folder
}

const settings = {
  rounds: 1,
  duration: 0.3,
  warmup: 0,
  connections: 8,
  threads: 1,
  processes: 1,
}

/**
 * @param {import('node:test').TestContext} t
 * @param {(keyof typeof servers)[]} ids
 * @param {Partial<import('./definitions.js').Definition>} [more]
 */
const run = (t, ids, more = {}) =>
  runBenchmark(
    {
      id: 'sample',
      title: 'A sample',
      chapter: 'ch20',
      folder: '/nowhere',
      kind: 'messages',
      socket: { way: 'echo', text: 'mango' },
      request: { path: '/ws' },
      expect: { responses: [] },
      connections: 8,
      threads: 1,
      processes: 1,
      baseline: ids[0],
      contenders: ids.map((id) => ({ id, contender: id })),
      ...more,
    },
    { ...settings, ...(more.pipeline && { pipeline: more.pipeline }) },
    { contenders: temporaryContenders(t), smoke: true },
  )

test('a frame is as the examples of RFC 6455 §5.7', () => {
  const key = Buffer.from('37fa213d', 'hex')
  const examples = {
    plain: textFrame('Hello').toString('hex'),
    masked: textFrame('Hello', key).toString('hex'),
    long: textFrame('a'.repeat(256)).toString('hex', 0, 5),
    longest: textFrame('a'.repeat(65_536), key).toString('hex', 0, 14),
  }
  assert.deepEqual(examples, {
    plain: '810548656c6c6f',
    masked: '818537fa213d7f9f4d5158',
    long: '817e010061',
    longest: '81ff000000000001000037fa213d',
  })
})

test('messages are counted, and the CPU time of the server', async (t) => {
  const result = await run(t, ['good'], { pipeline: 4 })
  const [{ status, reason, summary = {} }] = result.contenders
  assert.equal(status, 'ok', reason ?? '')
  for (const name of ['rate.messages', 'cpuPerRequest', 'memoryIdle']) {
    assert.ok(summary[name].median > 0, name)
  }
  assert.equal(summary.errors.total, 0)
  assert.match(result.client ?? '', /messages\.js/)
  assert.equal(result.settings?.socket.text, 'mango')
  assert.match(resultTable(result, 'good'), /^good +1\.00 /m)
})

test('a message to everybody counts once for each', async (t) => {
  const socket = /** @type {const} */ ({ way: 'broadcast', text: 'mango' })
  const result = await run(t, ['everybody'], { socket })
  const [{ status, reason, rounds = [] }] = result.contenders
  assert.equal(status, 'ok', reason ?? '')
  assert.equal(rounds[0].requests % 1, 0)
  assert.ok(rounds[0].requests > 8)
})

test('what answers otherwise is invalid', async (t) => {
  const ids = /** @type {const} */ ([
    'mistaken',
    'leaving',
    'silent',
    'talkative',
  ])
  const result = await run(t, [...ids])
  const reasons = result.contenders.map(({ status, reason }) => {
    assert.equal(status, 'invalid')
    return reason ?? ''
  })
  assert.match(reasons[0], /got the bytes 81054d616e676f, expected 81056d61/)
  assert.match(reasons[1], /the server closed a connection/)
  assert.match(reasons[2], /got \d+ messages, expected \d+/)
  assert.match(reasons[3], /got the bytes|expected/)
})

test('idle connections are WebSocket connections', async (t) => {
  const result = await run(t, ['good'], { kind: 'idle' })
  const [{ status, reason, summary = {} }] = result.contenders
  assert.equal(status, 'ok', reason ?? '')
  assert.equal(summary.errors.total, 0)
  assert.ok(summary.memoryPerConnection.median >= 0)
})
