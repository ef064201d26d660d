/** What runs on the hosts of the drill. */
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { machines, Network } from './network.js'

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Host } from './network.js' */

/** How long a program may take to start, in ms. */
const PATIENCE = 20_000
const READY = /ready to accept connections|^Listening on/i
/** HAProxy prints what it thinks of its servers. */
const SEEN = /shed\/(\w+) is (UP|DOWN)/

const edge = fileURLToPath(new URL('edge.cfg', import.meta.url))
const app = path.join(import.meta.dirname, 'app.js')

const TABLE = `
  CREATE TABLE bookings
    (id serial PRIMARY KEY, customer text NOT NULL, key text UNIQUE)`

export class Lab {
  network
  #env
  #data
  /** @type {Map<Host, ChildProcess>} */
  #children = new Map()
  /** @type {(what: string, host: string) => void} */
  onEvent = () => {}

  /** @param {boolean} isApart @param {NodeJS.ProcessEnv} env of all programs */
  constructor(isApart, env) {
    this.network = new Network(isApart)
    this.#data = path.join(this.network.folder, 'data')
    const at = (/** @type {Host} */ host) => this.network.addressOf(host)
    this.#env = {
      ...env,
      DATABASE_URL: `postgres://velocy@${at('postgres')}:5432/postgres`,
      REDIS_URL: `redis://${at('redis')}:6379`,
      EDGE: `${at('edge')}:8080`,
    }
    for (const name of machines) {
      Object.assign(this.#env, { [name.toUpperCase()]: `${at(name)}:8080` })
    }
    this.url = `http://${this.#env.EDGE}`
  }

  /** Starts all of it. */
  async open() {
    const init = this.network.run('postgres', [
      ...['initdb', '-D', this.#data, '--username=velocy', '--auth=trust'],
      ...['--no-sync', '--encoding=UTF8', '--locale=C'],
    ])
    const [status] = await once(init, 'close')
    if (status !== 0) throw new Error('initdb failed')
    // Who is on this network may ask.
    const rule = 'host all all samenet trust\n'
    appendFileSync(path.join(this.#data, 'pg_hba.conf'), rule)
    await Promise.all([this.start('postgres'), this.start('redis')])
    await this.query(TABLE)
    await Promise.all(machines.map((name) => this.start(name)))
    await this.start('edge')
  }

  /** @param {Host} host @returns {string[]} */
  #commandOf(host) {
    const address = this.network.addressOf(host)
    if (host === 'edge') return ['haproxy', '-db', '-f', edge]
    if (host === 'redis') {
      const options = ['--bind', address, '--protected-mode', 'no']
      return ['redis-server', ...options, '--save', '']
    }
    if (host !== 'postgres') return [process.execPath, app]
    // What it has promised survives its own end, but not that of the system.
    const settings = [
      ...[`listen_addresses=${address}`, 'unix_socket_directories='],
      ...['fsync=off', 'shared_buffers=32MB'],
    ].flatMap((setting) => ['-c', setting])
    return ['postgres', '-D', this.#data, ...settings]
  }

  /**
   * Starts what a host runs, and resolves when it is there.
   *
   * @param {Host} host
   * @param {NodeJS.ProcessEnv} [env]
   */
  async start(host, env) {
    const HOST = this.network.addressOf(host)
    const own = { ...this.#env, MACHINE: host, HOST, ...env }
    const child = this.network.run(host, this.#commandOf(host), own)
    this.#children.set(host, child)
    let output = ''
    let isReady = false
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        output += `${line}\n`
        isReady ||= READY.test(line)
        const [, name, state] = SEEN.exec(line) ?? []
        if (name) this.onEvent(state === 'UP' ? 'in' : 'out', name)
      })
    }
    const until = performance.now() + PATIENCE
    while (!isReady) {
      if (hasEnded(child) || performance.now() > until) {
        throw new Error(`${host} has not started:\n${output}`)
      }
      await sleep(10)
      if (host === 'edge') isReady = await accepts(HOST)
    }
  }

  /**
   * Ends what a host runs, and resolves when it has ended.
   *
   * @param {Host} host
   * @param {NodeJS.Signals} [signal]
   */
  async stop(host, signal = 'SIGKILL') {
    const child = this.#children.get(host)
    if (!child || hasEnded(child)) return
    const closed = once(child, 'close')
    // PostgreSQL has several processes, which this ends at once.
    child.kill(host === 'postgres' ? 'SIGQUIT' : signal)
    await closed
  }

  close() {
    return Promise.all([...this.#children.keys()].map((one) => this.stop(one)))
  }

  /** @param {Host} machine @returns {Promise<boolean>} what /ready says */
  async isReady(machine) {
    const url = `http://${this.network.addressOf(machine)}:8080/ready`
    const response = await fetch(url, { signal: AbortSignal.timeout(500) })
    return response.ok
  }

  /** @param {string} text */
  async query(text) {
    const client = new pg.Client(this.#env.DATABASE_URL)
    await client.connect()
    const { rows } = await client.query(text)
    await client.end()
    return rows
  }
}

/** @param {ChildProcess} child */
const hasEnded = ({ exitCode, signalCode }) =>
  exitCode !== null || signalCode !== null

/** @param {string} host @returns {Promise<boolean>} */
const accepts = (host) =>
  new Promise((resolve) => {
    const socket = net.connect(8080, host, () => socket.end())
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
