/**
 * Loaded into a process that runs tests, with --import: writes down what each
 * test sent to a server, and what came back. The tests know nothing of it. It
 * goes into the file that EXCHANGES names, a line for each test.
 */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'

/**
 * The last thing that a test sent on a connection, with the answer.
 *
 * @typedef {object} Exchange
 * @property {string} sent Latin-1, its beginning
 * @property {number} sentBytes
 * @property {string} received Latin-1, its beginning
 * @property {number} receivedBytes
 * @property {boolean} closed whether the connection was over before the test
 * @property {number} count how many exchanges the test had until then
 * @property {Thrown} [thrown] while the test waited
 */

/**
 * An error that nobody has caught.
 *
 * @typedef {object} Thrown
 * @property {string} text
 * @property {string} stack
 */

/** How much is kept of each, in bytes. */
const limit = 4000

const file = process.env.EXCHANGES

/** @type {Map<string, Exchange>} by the test's name */
const last = new Map()

/** @type {string | undefined} the test that sent something last */
let asking

/** Writes down what that test did. */
function save() {
  if (file === undefined || asking === undefined) return
  const line = JSON.stringify({ name: asking, ...last.get(asking) })
  appendFileSync(file, `${line}\n`)
}

/**
 * @returns {Promise<() => string | undefined>} the name of the test that runs
 */
async function nameOfTest() {
  const testing = await import('node:test')
  const { getTestContext } = /** @type {any} */ (testing)
  if (getTestContext) return () => getTestContext()?.name
  // Before 26: the one that began last, where they run one after the other.
  /** @type {string | undefined} */
  let current
  testing.beforeEach((context) => {
    current = 'name' in context ? context.name : undefined
  })
  return () => current
}

/** @param {unknown} chunk @param {unknown} encoding */
const bytesOf = (chunk, encoding) =>
  typeof chunk === 'string'
    ? Buffer.from(chunk, /** @type {BufferEncoding} */ (encoding ?? 'utf8'))
    : Buffer.from(/** @type {Uint8Array} */ (chunk))

/**
 * @param {any} socket of a client
 * @param {string} name of the test that has opened it
 */
function listen(socket, name) {
  /** @type {Exchange | undefined} */
  let exchange
  /** @param {Buffer} bytes */
  const sent = (bytes) => {
    if (!exchange || exchange.receivedBytes > 0) {
      exchange = {
        sent: '',
        sentBytes: 0,
        received: '',
        receivedBytes: 0,
        closed: false,
        count: (last.get(name)?.count ?? 0) + 1,
      }
      last.set(name, exchange)
    }
    if (asking !== name) save()
    asking = name
    exchange.sent += bytes.toString('latin1', 0, limit - exchange.sent.length)
    exchange.sentBytes += bytes.length
  }
  const { _write: write, _writev: writev, push } = socket
  socket._write = (
    /** @type {unknown} */ chunk,
    /** @type {unknown} */ encoding,
    /** @type {Function} */ done,
  ) => {
    sent(bytesOf(chunk, encoding))
    return write.call(socket, chunk, encoding, done)
  }
  if (typeof writev === 'function') {
    socket._writev = (
      /** @type {{ chunk: unknown, encoding: unknown }[]} */ chunks,
      /** @type {Function} */ done,
    ) => {
      for (const { chunk, encoding } of chunks) sent(bytesOf(chunk, encoding))
      return writev.call(socket, chunks, done)
    }
  }
  socket.push = (
    /** @type {Buffer | null} */ chunk,
    /** @type {unknown[]} */ ...rest
  ) => {
    if (chunk && exchange) {
      const { received } = exchange
      const bytes = bytesOf(chunk, rest[0])
      exchange.received += bytes.toString('latin1', 0, limit - received.length)
      exchange.receivedBytes += bytes.length
    } else if (exchange && chunk === null) exchange.closed = true
    return push.call(socket, chunk, ...rest)
  }
}

/**
 * The runner of tests takes these errors, and tells of none that a server
 * throws which was started before the test.
 *
 * @param {unknown} error
 */
function thrown(error) {
  const exchange = last.get(asking ?? '')
  if (!exchange || exchange.thrown) return
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  exchange.thrown = { text: String(error), stack }
}

// A process that a test forks is started with the same options.
if (file && process.argv[1]?.endsWith('.test.js')) {
  const nameOf = await nameOfTest()
  subscribe('net.client.socket', (message) => {
    const name = nameOf()
    if (name !== undefined) listen(/** @type {any} */ (message).socket, name)
  })
  process.on('unhandledRejection', thrown)
  process.on('uncaughtExceptionMonitor', thrown)
  process.on('exit', save)
}
