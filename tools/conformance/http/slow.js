#!/usr/bin/env node
/**
 * Thousands of clients that take their time, and one that is honest: the
 * former have to be gone when their limits are up, the latter has to be
 * answered all the while.
 *
 *     node tools/conformance/http/slow.js --server velocy-net
 */
import http from 'node:http'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import { newestVelocy } from '../../bench/contenders.js'
import { startServer } from '../../bench/server.js'
import { readArguments } from '../../lib/arguments.js'
import * as toolchain from '../../processes/toolchain.js'
import { counted, publish } from './publish.js'

const kinds = ['velocy-net', 'velocy-http', 'node-http']

const help = `Usage: node tools/conformance/http/slow.js [options]

  --server a,b       ${kinds.join(', ')}
  --connections N    slow ones (2000)
  --publish          write results/ch13-slow.json
  -h, --help

Exit status 1: with our engine a slow client outlived its limit, or the honest
one was not answered.`

const { values: options } = readArguments(help, {
  options: {
    server: { type: 'string', default: kinds.join() },
    connections: { type: 'string', default: '2000' },
    publish: { type: 'boolean' },
  },
})

/** In ms: small, so that it is over soon. */
const limits = {
  headersTimeout: 2000,
  requestTimeout: 3000,
  keepAliveTimeout: 1000,
  sendTimeout: 2000,
}

/** How late a server may look at its connections, in ms. */
const SLACK = 2000

/** How long all of it lasts, in ms. */
const LENGTH = 9000

/** How often a slow client sends something, in ms. */
const TRICKLE = 200

/**
 * @typedef {object} Kind of a slow client
 * @property {string} id
 * @property {number} share of all
 * @property {number} limit after which it has to be gone, in ms
 * @property {string} begin what it sends at once
 * @property {string} [trickle] what it sends now and then
 * @property {boolean} [reads] false: it reads nothing
 */

/** @type {Kind[]} */
const slowKinds = [
  {
    id: 'slowloris',
    share: 0.45,
    limit: limits.headersTimeout,
    begin: 'GET / HTTP/1.1\r\nHost: a\r\n',
    trickle: 'X: 1\r\n',
  },
  {
    id: 'body',
    share: 0.3,
    limit: limits.requestTimeout,
    begin: 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n',
    trickle: 'a',
  },
  {
    id: 'silent',
    share: 0.1,
    limit: limits.headersTimeout,
    begin: '',
  },
  {
    id: 'idle',
    share: 0.1,
    limit: limits.keepAliveTimeout + 1000,
    begin: 'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
  },
  // Node's timer of a socket lets a period pass in which it has sent something.
  {
    id: 'reader',
    share: 0.02,
    limit: 2 * limits.sendTimeout,
    begin: 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n',
    reads: false,
  },
  {
    id: 'writer',
    share: 0.02,
    limit: 2 * limits.sendTimeout,
    begin: 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n',
    trickle: '\r\n',
    reads: false,
  },
  // It asks all the time, and reads no answer: what is held must not grow.
  {
    id: 'flood',
    share: 0.01,
    limit: 2 * limits.sendTimeout,
    begin: '',
    trickle: 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2000),
    reads: false,
  },
]

/** How much a client has waiting to be sent at most, in bytes. */
const WAITING = 100_000

class SlowClient {
  endedAfter = 0
  text = ''

  /** @param {Kind} kind @param {number} port */
  constructor(kind, port) {
    this.kind = kind
    this.began = performance.now()
    this.socket = net.connect({ host: '127.0.0.1', port, noDelay: true })
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.endedAfter ||= performance.now() - this.began
    })
    if (kind.reads === false) this.socket.pause()
    else {
      this.socket.setEncoding('latin1')
      this.socket.on('data', (text) => {
        this.text = (this.text + text).slice(0, 100)
      })
    }
    if (kind.begin) this.socket.write(kind.begin)
  }

  trickle() {
    const { trickle, reads, limit } = this.kind
    if (this.endedAfter > 0) return
    const isBehind = this.socket.writableLength > WAITING
    if (trickle && !isBehind) this.socket.write(trickle)
    // Who does not read sees an end by writing: so, once it is to be there.
    const isDue = performance.now() - this.began > limit + SLACK / 2
    if (reads === false && isDue) this.socket.write('\r\n')
  }
}

/** @param {number} port @param {() => boolean} isOver */
async function honest(port, isOver) {
  const agent = new http.Agent({ keepAlive: true })
  /** @type {number[]} */
  const latencies = []
  let failed = 0
  while (!isOver()) {
    const begin = performance.now()
    const status = await new Promise((resolve) => {
      const request = http.get({ host: '127.0.0.1', port, agent }, (res) => {
        res.resume().on('end', () => resolve(res.statusCode))
      })
      request.on('error', () => resolve(0))
      request.setTimeout(3000, () => request.destroy())
    })
    if (status === 200) latencies.push(performance.now() - begin)
    else failed++
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  agent.destroy()
  latencies.sort((a, b) => a - b)
  const at = (/** @type {number} */ share) =>
    latencies[Math.floor(share * (latencies.length - 1))] ?? 0
  return {
    answered: latencies.length,
    failed,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  }
}

/** @param {SlowClient[]} clients @returns {Record<string, number>} */
function figuresOf(clients) {
  /** @type {Record<string, number>} */
  const figures = {}
  for (const { id, limit } of slowKinds) {
    const same = clients.filter(({ kind }) => kind.id === id)
    const ended = same.map(({ endedAfter }) => endedAfter).filter(Boolean)
    const late = same.filter(
      ({ endedAfter }) => endedAfter === 0 || endedAfter > limit + SLACK,
    )
    const told = same.filter(({ text }) => text.includes(' 408 '))
    figures[`count.${id}`] = same.length
    figures[`count.${id}.late`] = late.length
    figures[`count.${id}.told`] = told.length
    figures[`time.${id}.last`] = Math.max(0, ...ended)
  }
  return figures
}

/** @param {string} id @returns {Promise<Record<string, number>>} */
async function trySlow(id) {
  const { path: node, reason } = toolchain.node(26)
  if (!node) throw new Error(reason)
  const program = fileURLToPath(new URL('slow-server.js', import.meta.url))
  const server = await startServer({
    command: [node, program, id, newestVelocy()],
    env: { LIMITS: JSON.stringify(limits) },
  })
  try {
    return await besiege(server)
  } finally {
    await server.stop()
  }
}

/** @param {Awaited<ReturnType<typeof startServer>>} server */
async function besiege({ port, group }) {
  const before = group.memory
  const begin = performance.now()
  const watching = honest(port, () => performance.now() - begin > LENGTH)
  const all = Number(options.connections)
  /** @type {SlowClient[]} */
  const clients = []
  for (const kind of slowKinds) {
    for (let i = 0; i < all * kind.share; i++) {
      clients.push(new SlowClient(kind, port))
      if (i % 50 === 0) await new Promise(setImmediate)
    }
  }
  const trickling = setInterval(() => {
    for (const client of clients) client.trickle()
  }, TRICKLE)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const during = group.memory
  const { answered, failed, p50, p99, max } = await watching
  clearInterval(trickling)
  const figures = figuresOf(clients)
  for (const { socket } of clients) socket.destroy()
  if (group.ending) throw new Error(`it ended: ${group.output}`)
  return {
    ...figures,
    'count.honest.answered': answered,
    'count.honest.failed': failed,
    'time.honest.p50': p50,
    'time.honest.p99': p99,
    'time.honest.max': max,
    'memory.before': before,
    'memory.during': during,
    'memory.after': group.memory,
  }
}

/** @param {string} id @param {Record<string, number>} figures */
function print(id, figures) {
  console.log(`\n${id}`)
  for (const { id: kind, limit } of slowKinds) {
    console.log(
      `  ${kind.padEnd(10)} ${figures[`count.${kind}`]} clients, limit ${limit} ms: ${figures[`count.${kind}.late`]} late, ${figures[`count.${kind}.told`]} told 408, the last gone after ${Math.round(figures[`time.${kind}.last`])} ms`,
    )
  }
  console.log(
    `  honest     ${figures['count.honest.answered']} answered, ${figures['count.honest.failed']} failed; p50 ${figures['time.honest.p50'].toFixed(1)} ms, p99 ${figures['time.honest.p99'].toFixed(1)} ms, slowest ${figures['time.honest.max'].toFixed(1)} ms`,
  )
  const memory = ['before', 'during', 'after'].map(
    (when) => `${(figures[`memory.${when}`] / 1e6).toFixed(1)} MB ${when}`,
  )
  console.log(`  memory     ${memory.join(', ')}`)
}

/** @type {Record<string, string>} */
const names = {
  'velocy-net': 'Velocy, engine net',
  'velocy-http': 'Velocy, engine http',
  'node-http': 'node:http',
}

async function main() {
  const contenders = []
  for (const id of options.server.split(',')) {
    const figures = await trySlow(id)
    print(id, figures)
    const late = slowKinds.some(({ id: kind }) => figures[`count.${kind}.late`])
    const isOurs = id === 'velocy-net'
    if (isOurs && (late || figures['count.honest.failed'] > 0)) {
      process.exitCode = 1
    }
    contenders.push(counted(id, names[id], figures))
  }
  if (!options.publish) return
  publish({
    id: 'ch13-slow',
    program: 'http/slow.js',
    contenders,
    title: 'Clients that take their time',
    settings: { ...limits, slack: SLACK },
  })
}

await main()
