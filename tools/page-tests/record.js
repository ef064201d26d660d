/**
 * Loaded into a process that runs tests, with --import: writes down what each
 * test sent to a server, and what came back. The tests know nothing of it. It
 * goes into the file that EXCHANGES names, a line for each test.
 */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import * as testing from 'node:test'

/**
 * The last thing that a test sent on a connection, with the answer.
 *
 * @typedef {object} Exchange
 * @property {string} sent Latin-1, its beginning
 * @property {string} received Latin-1, its beginning
 * @property {boolean} closed whether the connection was over before the test
 * @property {{ text: string, stack: string }} [thrown] an error that was not
 *   caught while the test waited
 */

/** How much is kept of each, in bytes. */
const limit = 4000

const file = process.env.EXCHANGES

/** @type {() => { name: string } | undefined} from Node.js 26 on */
const testNow = /** @type {any} */ (testing).getTestContext ?? (() => undefined)

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

/** @param {any} chunk @param {any} encoding */
const latin1 = (chunk, encoding) =>
  Buffer.from(
    chunk,
    typeof encoding === 'string' ? /** @type {any} */ (encoding) : 'utf8',
  ).toString('latin1')

/**
 * @param {any} socket of a client
 * @param {string} name of the test that has opened it
 */
function listen(socket, name) {
  /** @type {Exchange | undefined} */
  let exchange
  const { _write: write, _writev: writev, push } = socket
  /** @param {any} chunk @param {any} [encoding] */
  const sent = (chunk, encoding) => {
    if (exchange?.received !== '') {
      exchange = { sent: '', received: '', closed: false }
      last.set(name, exchange)
    }
    if (asking !== name) save()
    asking = name
    exchange.sent = (exchange.sent + latin1(chunk, encoding)).slice(0, limit)
  }
  /** @param {any[]} args */
  socket._write = (...args) => {
    sent(args[0], args[1])
    return write.apply(socket, args)
  }
  /** @param {{ chunk: any, encoding: any }[]} chunks @param {any} done */
  socket._writev = (chunks, done) => {
    for (const { chunk, encoding } of chunks) sent(chunk, encoding)
    return writev.call(socket, chunks, done)
  }
  /** @param {any[]} args */
  socket.push = (...args) => {
    if (exchange && args[0] === null) exchange.closed = true
    else if (exchange) {
      const text = exchange.received + latin1(args[0], args[1])
      exchange.received = text.slice(0, limit)
    }
    return push.apply(socket, args)
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
  subscribe('net.client.socket', (message) => {
    const name = testNow()?.name
    if (name !== undefined) listen(/** @type {any} */ (message).socket, name)
  })
  process.on('unhandledRejection', thrown)
  process.on('uncaughtExceptionMonitor', thrown)
  process.on('exit', save)
}
