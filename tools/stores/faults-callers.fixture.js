/** What the tests of faults share: a server, its callers, and a look inside. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { createClient } from 'redis'
import { patienceInMs } from '../processes/pace.js'
import { nodePath } from '../processes/toolchain.js'

/** @typedef {import('node:test').TestContext} TestContext */

/** How often something that is waited for is looked at, in ms. */
const pause = 10

/**
 * @param {string} what
 * @param {() => unknown} isSo
 * @param {number} [seconds]
 */
export async function until(what, isSo, seconds = 10) {
  const end = performance.now() + patienceInMs(seconds)
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited for ${what}`)
    await delay(pause)
  }
}

/**
 * Starts a program that prints where it listens.
 *
 * @param {TestContext} t
 * @param {string} file from here
 * @param {Record<string, string>} env
 */
export async function startServer(t, file, env) {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(String(nodePath(26)), [path], {
    env: { PATH: process.env.PATH, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const first = once(createInterface(child.stdout), 'line')
  const [line] = await Promise.race([first, ended.then(() => [errors])])
  const url = /http:\S+/.exec(line)?.[0]
  if (!url) throw new Error(`${file} has not started: ${line}`)
  /** Ends it as its user would, and waits. */
  const close = async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), patienceInMs(5))
    await ended
    clearTimeout(late)
  }
  return { port: Number(new URL(url).port), close, errors: () => errors }
}

/**
 * @param {number} port
 * @param {string} path
 * @param {{ agent?: http.Agent, method?: string, signal?: AbortSignal }} [options]
 * @returns {Promise<{ status: number, text: string }>} status 0: the connection
 *   broke
 */
export async function ask(port, path, options = {}) {
  const outgoing = http.request({ port, path, host: '127.0.0.1', ...options })
  try {
    outgoing.end()
    const [incoming] = await once(outgoing, 'response')
    let text = ''
    for await (const chunk of incoming) text += chunk
    return { status: incoming.statusCode, text }
  } catch {
    return { status: 0, text: '' }
  }
}

/** Some callers, each of whom asks again as soon as it has its answer. */
export class Callers {
  /** @type {Record<number, number>} answers by status */
  counts = {}
  /** Answers to another caller's question. */
  mixedUp = 0
  /** How long the slowest answer took, in ms. */
  slowest = 0
  #agent = new http.Agent({ keepAlive: true })
  #isOver = false
  #all
  #test

  /**
   * @param {TestContext} t with which they end
   * @param {number} port
   * @param {() => { path: string, answer: string, method?: string }} question
   *   and what its answer is if the status is 200
   * @param {number} [count]
   */
  constructor(t, port, question, count = 20) {
    this.#test = t
    t.after(() => this.#end())
    const call = async () => {
      while (!this.#isOver) {
        const { path, answer, method } = question()
        const start = performance.now()
        const got = await ask(port, path, { agent: this.#agent, method })
        this.slowest = Math.max(this.slowest, performance.now() - start)
        this.counts[got.status] = this.count(got.status) + 1
        if (got.status === 200 && got.text !== answer) this.mixedUp++
        await delay(pause)
      }
    }
    this.#all = Promise.all(Array.from({ length: count }, call))
  }

  /** @param {number} status */
  count(status) {
    return this.counts[status] ?? 0
  }

  /** @param {number} status @param {number} more answers of that status */
  async see(status, more = 20) {
    const enough = this.count(status) + more
    const what = `${more} times ${status}`
    await until(what, () => this.count(status) >= enough)
  }

  async #end() {
    this.#isOver = true
    await this.#all
    this.#agent.destroy()
  }

  /** Ends them, and tells what they saw. */
  async stop() {
    await this.#end()
    const t = this.#test
    const slowest = `the slowest after ${Math.round(this.slowest)} ms`
    t.diagnostic(`${t.name}: ${JSON.stringify(this.counts)}, ${slowest}`)
  }
}

const words = ['hey', 'hell', 'hello', 'about']

/** @param {string} store of the demo */
export const wordsOf = (store) => () => {
  const answer = words[Math.floor(Math.random() * words.length)]
  return { path: `/db/${store}/${answer}`, answer }
}

/** @param {string} url */
export async function openPostgres(url) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 1000,
  })
  client.on('error', () => {})
  await client.connect()
  const others =
    "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
  /** @param {string} text */
  const query = async (text) => (await client.query(text)).rows
  return {
    client,
    query,
    /** How many others are connected. */
    clients: async () =>
      (await query(`SELECT count(*)::int AS count ${others}`))[0].count,
    /** How many others are in the middle of something. */
    busy: async () =>
      (
        await query(
          `SELECT count(*)::int AS count ${others} AND state <> 'idle'`,
        )
      )[0].count,
    /** The processes of the store, this one's own connection left out. */
    async pids() {
      // These stores don't wait for the disk, and a kill must lose nothing.
      await query('CHECKPOINT')
      const [{ main }] = await query(
        "SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS main",
      )
      const rows = await query(`SELECT pid ${others}`)
      return [main, ...rows.map(({ pid }) => pid)]
    },
    async end() {
      const ended = client.end()
      /** @type {any} */ const { connection } = client
      connection.stream.destroySoon()
      await ended
    },
  }
}

/** @param {string} url */
export async function openRedis(url) {
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => {})
  await client.connect()
  return {
    client,
    clients: async () =>
      String(await client.sendCommand(['CLIENT', 'LIST']))
        .trim()
        .split('\n').length - 1,
    async pids() {
      const info = await client.info('server')
      return [Number(/process_id:(\d+)/.exec(info)?.[1])]
    },
    end: async () => client.destroy(),
  }
}

export const openers = { redis: openRedis, postgres: openPostgres }
