/**
 * A hundred callers ask PostgreSQL for a word, again and again. How many
 * queries a second get their answer, and how often is a socket
 * written to, and read?
 *
 *     DATABASE_URL=postgres://… CONTENDERS=… node postgres-writes.js postgres 10
 */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import net from 'node:net'
import path from 'node:path'
import process from 'node:process'

const [driver, connections] = process.argv.slice(2)
const { DATABASE_URL, CONTENDERS = '', DURATION = '2' } = process.env
const load = createRequire(path.join(CONTENDERS, 'stores', 'package.json'))
const CALLERS = 100
const WARM_UP = 500

/** @type {Record<string, () => { ask: () => Promise<any[]>, end: () => Promise<void> }>} */
const drivers = {
  pg() {
    const pool = new (load('pg').Pool)({
      connectionString: DATABASE_URL,
      max: Number(connections),
    })
    const query = { name: 'word', text: "SELECT 'hello' AS word" }
    return {
      ask: async () => (await pool.query(query)).rows,
      end: () => pool.end(),
    }
  },
  postgres() {
    const sql = load('postgres')(DATABASE_URL, { max: Number(connections) })
    return {
      ask: async () => sql`SELECT 'hello' AS word`,
      end: () => sql.end(),
    }
  },
}

let [writes, reads] = [0, 0]
const socket = net.Socket.prototype
const { _write, _writev, push } = socket
Object.assign(socket, {
  /** @this {net.Socket} @param {any[]} args */
  _write(...args) {
    writes++
    return _write.apply(this, /** @type {any} */ (args))
  },
  // Of a socket that is corked: several pieces at once.
  /** @this {net.Socket} @param {any[]} args */
  _writev(...args) {
    writes++
    return _writev?.apply(this, /** @type {any} */ (args))
  },
  /** @this {net.Socket} @param {any[]} args */
  push(...args) {
    reads++
    return push.apply(this, /** @type {any} */ (args))
  },
})

const { ask, end } = drivers[driver]()
assert.equal((await ask())[0].word, 'hello')

let [answers, isOver] = [0, false]
async function call() {
  while (!isOver) {
    await ask()
    answers++
  }
}

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const calls = Array.from({ length: CALLERS }, call)
await wait(WARM_UP)
const start = performance.now()
const before = { answers, writes, reads }
await wait(Number(DURATION) * 1000)
const seconds = (performance.now() - start) / 1000
const counted = answers - before.answers
/** @param {number} count */
const perThousand = (count) => (count / counted) * 1000
const written = perThousand(writes - before.writes)
const read = perThousand(reads - before.reads)
isOver = true
await Promise.all(calls)
await end()
console.log(
  JSON.stringify({
    'rate.queries': counted / seconds,
    'count.writes': written,
    'count.reads': read,
  }),
)
