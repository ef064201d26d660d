import { NO_FIGURES } from './gauge.js'
import { askPrimary, isAlone } from './primary.js'

/** @import { Figures } from './gauge.js' */
/** @import { Cluster, WorkerInfo } from './supervisor.js' */

/**
 * @typedef {object} Metrics
 * @property {(WorkerInfo & Figures & { figuresAge: number })[]} workers those
 *   that have told something, and how many ms ago
 * @property {Figures} total sums; of loopDelay the worst; of requests those of
 *   all workers that there have ever been. Processes share some of their
 *   memory, which is in the sum of rss as often as there are workers
 */

/**
 * @param {Figures[]} all
 * @returns {Figures}
 */
export const sum = (all) =>
  all.reduce(
    (total, one) => ({
      rss: total.rss + one.rss,
      heapUsed: total.heapUsed + one.heapUsed,
      loopDelay: Math.max(total.loopDelay, one.loopDelay),
      connections: total.connections + one.connections,
      requests: total.requests + one.requests,
    }),
    NO_FIGURES,
  )

/** What the primary knows of its workers' figures. */
export class Board {
  /** @type {Map<number | undefined, { figures: Figures, at: number }>} by process */
  #last = new Map()
  /** Requests of workers that are gone: a sum must never go down. */
  #past = 0
  #now

  /** @param {() => number} [now] ms */
  constructor(now = () => performance.now()) {
    this.#now = now
  }

  /** @param {number | undefined} pid @param {Figures} figures */
  record(pid, figures) {
    this.#last.set(pid, { figures, at: this.#now() })
  }

  /** @param {number | undefined} pid of a process that is no more */
  retire(pid) {
    this.#past += this.#last.get(pid)?.figures.requests ?? 0
    this.#last.delete(pid)
  }

  /**
   * @param {WorkerInfo[]} infos of the workers that there are
   * @returns {Metrics}
   */
  read(infos) {
    const workers = infos.flatMap((info) => {
      const last = this.#last.get(info.pid ?? 0)
      if (last === undefined) return []
      const figuresAge = Math.round(this.#now() - last.at)
      return [{ ...info, ...last.figures, figuresAge }]
    })
    const total = sum(workers)
    const requests = total.requests + this.#past
    return { workers, total: { ...total, requests } }
  }
}

/** @param {Cluster} cluster */
export function keepMetrics(cluster) {
  const board = new Board()
  cluster.on('message', ({ pid }, message) => {
    if (message.velocy === 'heartbeat') board.record(pid, message.figures)
  })
  cluster.on('exit', ({ pid }) => board.retire(pid))
  return board
}

/**
 * The metrics of the cluster, for one of its workers; without a cluster, zeros.
 *
 * @returns {Promise<Metrics>}
 */
export async function readMetrics() {
  return isAlone() ? new Board().read([]) : askPrimary('metrics')
}
