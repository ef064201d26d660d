import { once } from 'node:events'
import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { library } from './library.js'
import { within } from './support.js'

/** @type {typeof import('../lib/index.js')} */
const { createServer } = await library('lib/index.js')

/** Whether it is the node:http that our engine is compared with. */
export const isCurrent = Number.parseInt(process.versions.node, 10) >= 26

/** How often both sides have their turn before a program counts as over. */
const TURNS = 5

/**
 * @typedef {object} Program
 * @property {(req: any, res: any, log: (...said: any[]) => void) => unknown}
 *   handle
 * @property {string | string[]} [sent] by the client, piece by piece
 * @property {boolean} [leaves] whether the client leaves as soon as it has sent
 *   that and got something
 */

export const GET = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

/**
 * Runs a program on an engine, and returns all that can be seen of it.
 *
 * @param {'net' | 'http'} engine
 * @param {Program} program
 */
export async function run(engine, { handle, sent = GET, leaves = false }) {
  /** @type {string[]} */
  const events = []
  const log = (/** @type {any[]} */ ...said) => {
    events.push(said.map(show).join(' '))
  }
  /** @type {Promise<unknown>[]} */
  const runs = []
  const router = /** @type {any} */ ({
    handle: (/** @type {any} */ req, /** @type {any} */ res) => {
      runs.push(new Promise((done) => done(handle(req, res, log))))
    },
    compile() {},
  })
  const server = createServer(router, { engine })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {net.AddressInfo} */ (server.address())
  const socket = net.connect({ port, host: '127.0.0.1' })
  /** @type {Buffer[]} */
  const chunks = []
  socket.on('data', (chunk) => {
    chunks.push(/** @type {Buffer} */ (chunk))
    if (leaves) socket.destroy()
  })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.on('close', resolve))
  for (const piece of [sent].flat()) {
    socket.write(piece, 'latin1')
    await nextTurn()
  }
  try {
    const did = () => `${engine}; it did: ${events.join(', ')}`
    await within(closed, () => `the end of the connection on ${did()}`)
    await within(Promise.all(runs), () => `the handler on ${did()}`)
    for (let i = 0; i < TURNS; i++) await nextTurn()
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return { answer: plain(Buffer.concat(chunks).toString('latin1')), events }
}

/** @param {any} value */
function show(value) {
  if (value instanceof Error) {
    return `${value.name} ${/** @type {any} */ (value).code ?? value.message}`
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * What a client has got, without what is another each time: the date, and where
 * the body is cut into chunks.
 *
 * @param {string} bytes
 */
function plain(bytes) {
  let text = ''
  let rest = bytes
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n') + 4
    if (end === 3) return `${text}|${rest}`
    const head = rest.slice(0, end)
    rest = rest.slice(end)
    text += sorted(head.replace(/^Date: .*$/m, 'Date: now'))
    const isInformation = /^HTTP\/1\.1 1/.test(head)
    if (isInformation || rest.startsWith('HTTP/1.1')) continue
    const [body, left] = /^transfer-encoding: .*chunked/im.test(head)
      ? joinChunks(rest)
      : cutBody(rest, /^content-length: (\d+)/im.exec(head)?.[1])
    text += body
    rest = left
  }
  return text
}

/**
 * The fields of a head in the order of their names, in lower case: neither their
 * order nor their case is of account.
 *
 * @param {string} head
 */
function sorted(head) {
  const [first, ...lines] = head.trimEnd().split('\r\n')
  const fields = lines.map((line) =>
    line.replace(/^[^:]+/, (name) => name.toLowerCase()),
  )
  return `${[first, ...fields.sort()].join('\r\n')}\r\n\r\n`
}

/**
 * @param {string} rest
 * @param {string | undefined} length
 */
function cutBody(rest, length) {
  const size = length === undefined ? rest.length : Number(length)
  return [rest.slice(0, size), rest.slice(size)]
}

/** @param {string} rest */
function joinChunks(rest) {
  let body = ''
  for (;;) {
    const line = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.slice(0, line), 16)
    if (line === -1 || Number.isNaN(size)) return [`${body}|${rest}`, '']
    if (size > 0) {
      body += rest.slice(line + 2, line + 2 + size)
      rest = rest.slice(line + 4 + size)
      continue
    }
    const end = rest.indexOf('\r\n\r\n') + 4
    return [`${body}<${rest.slice(line + 2, end)}>`, rest.slice(end)]
  }
}
