/** Clients of the drill, who ask at a constant rate, and what they see. */
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { machines } from './network.js'

/** After this time a client gives up, in ms. */
const PATIENCE = 4000
/** Of so many requests, one is a booking. */
const BOOKING = 4

/**
 * @typedef {object} Run
 * @property {number} rate requests per second
 * @property {number} length in ms
 * @property {number} step how long a column of the record is, in ms
 * @property {boolean} hasKeys whether a booking has an Idempotency-Key
 */
/** @typedef {{ [host: string]: number[] }} Rows */

export class Load {
  #url
  #run
  #agent = new http.Agent({ keepAlive: true })
  #start = 0
  /** @type {number[]} of each answer and error, in ms */
  #times = []
  /** What became of each booking. @type {Map<string, number>} by customer */
  bookings = new Map()
  /** @type {Record<string, number>} how often each status was an error */
  codes = {}

  /** @param {string} url @param {Run} run */
  constructor(url, run) {
    this.#url = url
    this.#run = run
    const row = () => Array(run.length / run.step).fill(0)
    const rows = (/** @type {readonly string[]} */ names) =>
      /** @type {Rows} */ (
        Object.fromEntries(names.map((name) => [name, row()]))
      )
    /** What happened in each column, as the widget wants it. */
    this.record = {
      sent: row(),
      answers: rows(machines),
      repeated: row(),
      errors: rows([...machines, 'edge']),
      lost: row(),
    }
  }

  /** In ms, since the first request. */
  get now() {
    return performance.now() - this.#start
  }

  /** Resolves when each request has its fate. */
  async run() {
    const { rate, length } = this.#run
    const count = (rate * length) / 1000
    const all = []
    this.#start = performance.now()
    for (let number = 0; number < count; number++) {
      const due = (number * 1000) / rate
      if (due > this.now) await sleep(due - this.now)
      all.push(this.#ask(number))
    }
    await Promise.all(all)
    this.#agent.destroy()
  }

  /** @param {number} number */
  async #ask(number) {
    const customer = number % BOOKING === 0 ? `guest ${number}` : undefined
    const since = this.now
    this.#note(this.record.sent)
    const { status, machine, retries } = await this.#send(customer)
    if (customer) this.bookings.set(customer, status)
    if (status === 0) return this.#note(this.record.lost)
    this.#times.push(this.now - since)
    if (status < 400) {
      if (retries > 0) this.#note(this.record.repeated)
      return this.#note(this.record.answers[machine])
    }
    this.codes[status] = (this.codes[status] ?? 0) + 1
    this.#note(this.record.errors[machine])
  }

  /** What comes late is in the last column. */
  get #column() {
    const { length, step } = this.#run
    return Math.floor(Math.min(this.now, length - 1) / step)
  }

  /** @param {number[]} row */
  #note(row) {
    row[this.#column]++
  }

  /**
   * @param {string} [customer] who books; without, somebody looks at the sky
   * @returns {Promise<{ status: number, machine: string, retries: number }>}
   *   status 0: neither an answer nor a known error
   */
  #send(customer) {
    const path = customer ? '/bookings' : '/sky'
    const keys = customer && this.#run.hasKeys
    const headers = keys ? { 'idempotency-key': customer } : {}
    const method = customer ? 'POST' : 'GET'
    const options = { agent: this.#agent, method, headers }
    return new Promise((resolve) => {
      const lose = () => resolve({ status: 0, machine: 'edge', retries: 0 })
      const request = http.request(this.#url + path, options, (response) => {
        const { statusCode: status = 0, headers } = response
        const machine = String(headers['x-machine'] ?? 'edge')
        const retries = Number(headers['x-retries'] ?? 0)
        response.on('error', lose).resume()
        response.on('end', () => resolve({ status, machine, retries }))
      })
      const limit = setTimeout(() => request.destroy(), PATIENCE)
      request.on('error', lose).on('close', () => {
        clearTimeout(limit)
        lose()
      })
      request.end(customer)
    })
  }

  /**
   * Compares what the clients were told with what is in the database.
   *
   * @param {{ customer: string }[]} booked
   */
  totals(booked) {
    const { record } = this
    const made = new Set(booked.map(({ customer }) => customer))
    const fates = [...this.bookings]
    const times = this.#times.sort((a, b) => a - b)
    const at = (/** @type {number} */ share) =>
      Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)
    const isTold = (/** @type {[string, number]} */ [, status]) =>
      status === 201
    return {
      requests: sum(record.sent),
      answered: sumOf(record.answers),
      repeated: sum(record.repeated),
      errors: sumOf(record.errors),
      lost: sum(record.lost),
      bookings: booked.length,
      doubled: booked.length - made.size,
      unknown: fates.filter((one) => !isTold(one) && made.has(one[0])).length,
      missing: fates.filter((one) => isTold(one) && !made.has(one[0])).length,
      p99: at(0.99),
      slowest: at(1),
      codes: this.codes,
    }
  }
}

/** @param {number[]} row */
const sum = (row) => row.reduce((a, b) => a + b, 0)

/** @param {Rows} rows */
const sumOf = (rows) => sum(Object.values(rows).map(sum))
