import { fork } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Decoder, END } from './frame.js'
import { Requests } from './helpers.js'

const { HELPERS = '2', HELPER, SERIALIZATION = 'json' } = process.env

/**
 * The programs are started by processes of their own.
 *
 * @param {'message' | 'channel'} how what is written comes back: by
 *   `process.send`, or in frames over a socket
 */
export async function startChildren(how) {
  const socket = how === 'channel' ? socketPath() : ''
  /** @type {import('./helpers.js').Helper[]} */
  const helpers = []
  const requests = new Requests(helpers)
  // A child connects when it starts, so the socket has to be there first.
  if (socket) await listen(socket, requests)
  const children = Array.from({ length: Number(HELPERS) }, () => {
    const program = fileURLToPath(new URL('./child.js', import.meta.url))
    return fork(program, [], {
      ...(HELPER && { execPath: HELPER, execArgv: [] }),
      ...(SERIALIZATION === 'advanced' && { serialization: 'advanced' }),
      env: { ...process.env, SOCKET: socket },
    })
  })
  process.on('exit', () => {
    for (const child of children) child.kill()
  })
  process.on('SIGTERM', () => process.exit())
  for (const child of children) {
    helpers.push({ busy: 0, ask: (id) => child.send({ id }) })
    child.on('message', (/** @type {any} */ { id, chunk }) => {
      if (chunk === undefined) requests.end(id)
      else requests.data(id, chunk)
    })
  }
  return requests.answer
}

/** On Linux it needs no file. `@` stands for the zero byte of its name. */
const socketPath = () =>
  process.platform === 'linux' && !('Deno' in globalThis)
    ? `@velocy-ways-${process.pid}`
    : path.join(os.tmpdir(), `velocy-ways-${process.pid}.sock`)

/** @param {string} socket @param {Requests} requests */
async function listen(socket, requests) {
  const server = net.createServer((connection) => {
    const decoder = new Decoder((id, kind, payload) => {
      // The decoder's bytes are those of the chunk, which nothing else uses.
      if (kind === END) requests.end(id)
      else requests.data(id, payload)
    })
    connection.on('data', (/** @type {any} */ chunk) => decoder.push(chunk))
  })
  server.listen(socket.replace('@', '\0'))
  await once(server, 'listening')
}
