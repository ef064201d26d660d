import { VelocyError } from '../common/errors.js'
import { Restarts } from './restarts.js'

/** @import { Reason } from './child.js' */
/** @import { Place } from './place.js' */
/** @import { Cluster } from './supervisor.js' */

/**
 * @typedef {object} BreakerInfo
 * @property {boolean} isOpen whether places have to take turns
 * @property {number} id of the place that has opened or closed it
 * @property {number} crashes how many there had been, in a row
 */

/** Why workers leave that have not failed. */
const LEFT = ['signal', 'age', 'memory', 'reload']

/**
 * Fills places that are vacant: at once where somebody has left, after a while
 * where somebody has crashed. Tells when places begin to take turns, and when
 * they need not any more ('breaker', BreakerInfo).
 */
export class Refilling {
  #cluster
  #restarts
  /** @type {Map<number, NodeJS.Timeout>} by place, what is to happen there */
  #timers = new Map()

  /** @param {Cluster} cluster */
  constructor(cluster) {
    const { healthyAfter } = cluster.settings.restart
    this.#cluster = cluster
    this.#restarts = new Restarts(cluster.settings.restart)
    cluster.on('vacancy', (place, { reason }) => {
      this.#fill(place, reason)
    })
    cluster.on('ready', ({ id }) => {
      this.#later(id, healthyAfter, () => this.#trust(id))
    })
    cluster.on('closing', () => {
      for (const timer of this.#timers.values()) clearTimeout(timer)
    })
  }

  /**
   * @param {Place} place
   * @param {Reason} reason why it is vacant
   */
  #fill({ id }, reason) {
    if (LEFT.includes(reason)) return this.#start(id, 0)
    const { isOpen } = this.#restarts
    this.#start(id, this.#restarts.crashed(id))
    if (!isOpen && this.#restarts.isOpen) this.#tell(id, true)
  }

  /** @param {number} id of a place whose worker has lived long enough */
  #trust(id) {
    const { isOpen } = this.#restarts
    const crashes = this.#restarts.crashesOf(id)
    for (const held of this.#restarts.lived(id)) this.#start(held, 0)
    if (isOpen && !this.#restarts.isOpen) this.#tell(id, false, crashes)
  }

  /**
   * @param {number} id of a place
   * @param {number} delay in ms
   */
  #start(id, delay) {
    this.#later(id, delay, () => {
      const place = this.#cluster.places[id - 1]
      // A reload may have been faster.
      if (place.child !== undefined) return
      place.start().catch((error) => {
        // One that could not even be forked has no end that would tell of it.
        if (!(error instanceof VelocyError)) this.#fill(place, 'crash')
      })
    })
  }

  /**
   * @param {number} id of a place
   * @param {number} delay in ms
   * @param {() => void} act
   */
  #later(id, delay, act) {
    clearTimeout(this.#timers.get(id))
    this.#timers.set(id, setTimeout(act, delay))
  }

  /**
   * @param {number} id
   * @param {boolean} isOpen
   */
  #tell(id, isOpen, crashes = this.#restarts.crashesOf(id)) {
    this.#cluster.emit('breaker', { isOpen, id, crashes })
  }
}
