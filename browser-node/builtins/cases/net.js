/** @import { Case } from '../compare.fixture.js' */

/** @param {string} name @param {(modules: any) => unknown} run @returns {Case} */
const named = (name, run) => Object.assign(run, { toString: () => name })

/** @param {any} error */
const failed = ({ code, errno, syscall, address, message }) =>
  [code, errno, syscall, address, message.replace(/\d+$/, 'port')].join(' ')

const EVENTS = ['connect', 'end', 'finish', 'timeout', 'error', 'close']

/**
 * What happens to a socket, in order.
 *
 * @param {any} socket
 * @param {string[]} told
 */
function hear(socket, told) {
  for (const event of EVENTS) {
    socket.on(event, (/** @type {any} */ value) => {
      const isShown = event === 'close' || event === 'error'
      const shown = event === 'error' ? failed(value) : value
      told.push(isShown ? `${event} ${shown}` : event)
    })
  }
  return socket
}

/**
 * A server, a client, and what each of them hears.
 *
 * @param {any} modules
 * @param {object} does
 * @param {(socket: any, told: string[]) => void} does.server
 * @param {(socket: any, told: string[]) => void} does.client
 * @param {any} [does.options] of the server
 * @param {any} [does.connect] options of the client
 */
async function meeting({ net }, { server, client, options, connect }) {
  /** @type {{ server: string[], client: string[] }} */
  const told = { server: [], client: [] }
  /** @type {Promise<void>} */
  let gone = Promise.resolve()
  const listening = net.createServer(options, (/** @type {any} */ socket) => {
    gone = new Promise((resolve) => socket.on('close', () => resolve()))
    server(hear(socket, told.server), told.server)
  })
  await new Promise((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address()
  const socket = net.connect({ port, host: '127.0.0.1', ...connect })
  const closed = new Promise((resolve) => socket.on('close', resolve))
  client(hear(socket, told.client), told.client)
  await closed
  await new Promise((resolve) => listening.close(resolve))
  await gone
  const { bytesWritten, bytesRead, destroyed } = socket
  return { ...told, bytesWritten, bytesRead, destroyed }
}

/** @param {any} socket @param {string[]} told */
const read = (socket, told) =>
  socket.on('data', (/** @type {any} */ data) => told.push(`${data}`))

/** @type {Record<string, Parameters<typeof meeting>[1]>} */
const meetings = {
  'a client that asks, is answered, and ends': {
    server: (socket) => socket.pipe(socket),
    client(socket, told) {
      read(socket, told).once('data', () => socket.end())
      told.push(String(socket.connecting))
      socket.write('hello', () => told.push('written'))
    },
  },
  'a server that speaks first, and ends': {
    server: (socket) => socket.end('welcome'),
    client: read,
  },
  'a server that reads, and does not end by itself': {
    server: (socket) => socket.resume(),
    client: (socket, told) => read(socket, told).end('bye'),
  },
  'half open': {
    options: { allowHalfOpen: true },
    server(socket, told) {
      socket.resume().on('end', () => {
        told.push(String(socket.writable))
        setTimeout(() => socket.end('late'), 5)
      })
    },
    client: (socket, told) => read(socket, told).end('question'),
  },
  'a client that resets': {
    server: read,
    client: (socket) => socket.on('connect', () => socket.resetAndDestroy()),
  },
  'a client that is destroyed': {
    server: (socket) => socket.resume(),
    client: (socket) =>
      socket.on('connect', () => socket.destroy(new Error('enough'))),
  },
  'a client that is destroyed before it is connected': {
    server: (socket) => socket.resume(),
    client: (socket) => setImmediate(() => socket.end('late')),
  },
  'more than is read at once': {
    server(socket) {
      socket.write(Buffer.alloc(300_000))
      socket.destroySoon()
    },
    client(socket, told) {
      let length = 0
      socket.on('data', (/** @type {any} */ { length: more }) => {
        length += more
      })
      socket.on('end', () => told.push(String(length)))
    },
  },
  'a time without a word': {
    server(socket) {
      socket.setTimeout(10, () => socket.destroy())
    },
    client: (socket) => socket.resume(),
  },
  'writing after the end': {
    server: (socket) => socket.resume(),
    client(socket, told) {
      socket.resume().on('connect', () => {
        socket.end('all')
        socket.write('more', (/** @type {any} */ error) =>
          told.push(error.code),
        )
      })
    },
  },
  'a name': {
    connect: { host: '127.0.0.1' },
    server: (socket, told) => {
      told.push(`${socket.localAddress} ${socket.remoteAddress}`)
      told.push(String(socket.remotePort === socket.address().port))
      socket.end()
    },
    client: (socket) => socket.setNoDelay().setKeepAlive().resume(),
  },
}

/** @type {Record<string, (modules: any) => unknown>} */
const servers = {
  'a port that is taken': async ({ net }) => {
    const one = net.createServer()
    await new Promise((resolve) => one.listen(0, '127.0.0.1', resolve))
    const other = net.createServer()
    const error = await new Promise((resolve) =>
      other.on('error', resolve).listen(one.address().port, '127.0.0.1'),
    )
    await new Promise((resolve) => one.close(resolve))
    return [failed(error), Object.keys(error), other.listening]
  },
  'listening twice, closing twice': async ({ net }) => {
    /** @type {string[]} */
    const told = []
    const server = net.createServer()
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      server.listen(0)
    } catch (error) {
      told.push(failed(error))
    }
    server.close(() => told.push('closed'))
    server.close((/** @type {any} */ error) => told.push(failed(error)))
    await new Promise((resolve) => server.on('close', resolve))
    const again = await new Promise((resolve) => server.close(resolve))
    return [told, failed(again), server.address(), server.listening]
  },
  'an address': async ({ net }) => {
    const server = net.createServer()
    await new Promise((resolve) => server.listen(resolve))
    const { address, family, port } = server.address()
    await new Promise((resolve) => server.close(resolve))
    return [address, family, port > 0]
  },
  'close() waits': async ({ net }) => {
    /** @type {string[]} */
    const told = []
    const server = net.createServer((/** @type {any} */ socket) => {
      socket.on('end', () => told.push('end'))
      server.getConnections((/** @type {any} */ _error, /** @type {any} */ n) =>
        told.push(String(n)),
      )
      server.close(() => told.push('closed'))
      setTimeout(() => {
        told.push('client ends')
        client.end()
      }, 10)
      socket.resume()
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = net.connect(server.address().port, '127.0.0.1')
    await new Promise((resolve) => server.on('close', resolve))
    client.destroy()
    return told
  },
  refused: async ({ net }) => {
    /** @type {string[]} */
    const told = []
    const socket = hear(net.connect(1, '127.0.0.1'), told)
    await new Promise((resolve) => socket.on('close', resolve))
    return told
  },
}

const ADDRESSES = [
  '1.2.3.4',
  '01.2.3.4',
  '256.1.1.1',
  '1.2.3',
  '1.2.3.4.5',
  '',
  'a',
  '::',
  '::1',
  '::ffff:1.2.3.4',
  'fe80::1%eth0',
  '::g',
  '1::2::3',
  '[::1]',
  '1:2:3:4:5:6:7:8',
  '1:2:3:4:5:6:1.2.3.4',
  '1:2:3:4:5:6:7',
  null,
  5,
]

/** @type {Case[]} */
export const cases = [
  ...Object.entries(meetings).map(([name, does]) =>
    named(name, (modules) => meeting(modules, does)),
  ),
  ...Object.entries(servers).map(([name, run]) => named(name, run)),
  ({ net }) =>
    ADDRESSES.map((text) => [
      net.isIP(text),
      net.isIPv4(text),
      net.isIPv6(text),
    ]),
]
