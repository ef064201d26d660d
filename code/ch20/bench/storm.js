/**
 * Ten thousand clients lose their connections, because a cluster of two workers
 * is reloaded or restarted, and come back: half of them event streams, half
 * WebSockets.
 *
 *     node storm.js reload|restart at-once|spread
 *
 * With DURATION=1 or more there are 10,000 of them, with less a few hundred. A
 * run ends by itself.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

const { DURATION = '2' } = process.env
const CLIENTS = Number(
  process.env.CLIENTS ?? (Number(DURATION) >= 1 ? 10_000 : 300),
)
const [event, way, role, port = '', wanted = '0'] = process.argv.slice(2)
const isSpread = way === 'spread'
const host = '127.0.0.1'

/** How long a run may take, in ms. */
const LIMIT = 70_000
/** How long a stream's client waits unless its server says so, in ms. */
const RETRY = 2000
/** Over how long the clients of WebSockets spread, in ms. */
const SPREAD = 5000

/** Two workers, which go and come back when the parent says so. */
async function serveThem() {
  const { serve } = await import('../lib/cluster/index.js')
  const app = new URL('storm-app.js', import.meta.url)
  const options = { port: 0, host, workers: 2, signals: false }
  let cluster = await serve(app, options)
  options.port = Number(cluster.address()?.port)
  process.on('message', async () => {
    const start = performance.now()
    if (event === 'reload') await cluster.reload()
    else {
      await cluster.close()
      cluster = await serve(app, options)
    }
    process.send?.(performance.now() - start)
  })
  process.on('disconnect', () => cluster.kill())
  process.send?.(options.port)
}

const ASK = [
  'GET /events HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n' +
    'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
]
/** A client answers a close frame by one. */
const CLOSE = Buffer.from('888000000000', 'hex')

/** How often they were there, and how often they could not come. */
const counts = { come: 0, failed: 0 }
/** @type {number[]} how long each was away, in ms */
let away = []

/** A client that comes back whenever its connection ends. */
class Phone {
  #kind
  #retry = RETRY
  /** When it lost its connection, in ms; 0: it is there. */
  #lost = performance.now()
  /** How often in a row it could not come. */
  #failures = 0

  /** @param {number} number */
  constructor(number) {
    this.#kind = number % ASK.length
    this.connect()
  }

  connect() {
    const socket = net.connect(Number(port), host).setEncoding('latin1')
    socket.write(ASK[this.#kind])
    socket.on('data', (chunk) => this.#read(socket, String(chunk)))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#lost > 0) {
        counts.failed++
        this.#failures++
      } else this.#lost = performance.now()
      setTimeout(() => this.connect(), this.#delay())
    })
  }

  /** @param {net.Socket} socket @param {string} text */
  #read(socket, text) {
    if (this.#lost > 0) {
      if (!/^HTTP\/1.1 (?:200|101)/.test(text)) throw new Error(text)
      away.push(performance.now() - this.#lost)
      counts.come++
      this.#lost = this.#failures = 0
    }
    const [, retry] = /retry: (\d+)\n\n(?!.*retry)/s.exec(text) ?? []
    if (retry) this.#retry = Number(retry)
    if (text.startsWith('\x88')) socket.end(CLOSE)
  }

  #delay() {
    if (this.#failures > 0) {
      const most = 1000 * 2 ** Math.min(this.#failures, 5)
      return isSpread ? Math.random() * most : most
    }
    if (this.#kind === 0) return isSpread ? this.#retry : RETRY
    return isSpread ? Math.random() * SPREAD : 0
  }
}

/** All clients, in a process of their own. */
async function phone() {
  process.on('disconnect', () => process.exit())
  for (let number = 0; number < Number(wanted); number++) {
    // The first time, they come one after the other.
    while (number - counts.come > 100) await sleep(1)
    new Phone(number)
  }
  while (counts.come < Number(wanted)) await sleep(10)
  away = []
  process.send?.('all are there')
  await once(process, 'message')
  // Nobody has gone for a while, and all are back.
  for (let before = -1; before !== counts.come; ) {
    before = counts.come
    await sleep(SPREAD + RETRY + 1000)
  }
  away.sort((a, b) => a - b)
  const at = (/** @type {number} */ share) =>
    away[Math.ceil(away.length * share) - 1]
  process.send?.({
    'time.back': at(0.5),
    'time.last': at(1),
    'count.back': away.length,
    'count.attempts-failed': counts.failed,
  })
}

/** How often the system had no room for who wanted to connect. */
function overflows() {
  const lines = readFileSync('/proc/net/netstat', 'utf8').split('\n')
  const [names, values] = lines.map((line) => line.split(' '))
  return Number(values[names.indexOf('ListenOverflows')])
}

/** Somebody who wants a page, ten times a second. @param {number} port */
function visit(port) {
  const times = { slowest: 0 }
  const visiting = setInterval(async () => {
    const start = performance.now()
    const asked = http.get({ port, host, path: '/hey', agent: false })
    try {
      const [answer] = await once(asked, 'response')
      answer.resume()
    } catch {
      // There is no server.
      return
    }
    times.slowest = Math.max(times.slowest, performance.now() - start)
  }, 100)
  return () => {
    clearInterval(visiting)
    return times.slowest
  }
}

/** Runs a program on all cores, with as many files as the system allows. */
const FREE =
  'ulimit -n 32768 2>/dev/null || ulimit -n $(ulimit -Hn); ' +
  `taskset -cp 0-${os.cpus().length - 1} $$ >/dev/null 2>&1; exec "$0" "$@"`

/** @param {...(string | number)} args */
const start = (...args) =>
  spawn(
    'sh',
    [
      '-c',
      FREE,
      process.execPath,
      import.meta.filename,
      event,
      way,
      ...args.map(String),
    ],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<any>} */
const messageOf = async (child) => (await once(child, 'message'))[0]

async function measure() {
  const server = start('serve')
  setTimeout(() => process.exit(1), LIMIT).unref()
  const port = await messageOf(server)
  const phones = start('phone', port, CLIENTS)
  try {
    await messageOf(phones)
    const before = overflows()
    const leave = visit(port)
    server.send('go')
    const reload = await messageOf(server)
    phones.send('is everybody back?')
    const figures = await messageOf(phones)
    const slowest = leave()
    console.log(
      JSON.stringify({
        ...figures,
        'count.clients': CLIENTS,
        'count.overflows': overflows() - before,
        'time.visitor': slowest,
        'time.reload': reload,
      }),
    )
  } finally {
    phones.kill()
    server.disconnect()
  }
}

const isKnown =
  ['reload', 'restart'].includes(event) && ['at-once', 'spread'].includes(way)
if (!isKnown)
  throw new Error('expected: node storm.js reload|restart at-once|spread')
if (role === 'serve') await serveThem()
else if (role === 'phone') await phone()
else if (role === undefined) await measure()
