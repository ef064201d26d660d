import process from 'node:process'
import { leastConnections, random, roundRobin } from './schedule.js'

/** @import { ServerResponse } from 'node:http' */

/**
 * @typedef {object} Helper
 * @property {number} busy
 * @property {(id: number) => void} ask
 */

const { SCHEDULE = 'round-robin' } = process.env
const schedules = {
  random,
  'round-robin': roundRobin(),
  least: leastConnections,
}
const schedule = schedules[/** @type {keyof typeof schedules} */ (SCHEDULE)]

/** Requests that helpers are working on, and their answers. */
export class Requests {
  /** @type {Map<number, { res: ServerResponse, helper: Helper }>} */
  #open = new Map()
  #last = 0
  #helpers

  /** @param {Helper[]} helpers */
  constructor(helpers) {
    this.#helpers = helpers
  }

  /** @param {ServerResponse} res */
  answer = (res) => {
    const helper = /** @type {Helper} */ (schedule(this.#helpers))
    this.#last = (this.#last + 1) >>> 0
    this.#open.set(this.#last, { res, helper })
    helper.busy++
    helper.ask(this.#last)
  }

  /** @param {number} id @param {string | Uint8Array} chunk */
  data(id, chunk) {
    this.#open.get(id)?.res.write(chunk)
  }

  /** @param {number} id @param {string | Uint8Array} [chunk] */
  end(id, chunk) {
    const request = this.#open.get(id)
    if (!request) return
    this.#open.delete(id)
    request.helper.busy--
    request.res.end(chunk)
  }
}
