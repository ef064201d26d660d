import { VelocyError } from '../common/errors.js'
import { Child } from './child.js'

/** @import { Reason } from './child.js' */
/** @import { Cluster, WorkerInfo } from './supervisor.js' */

/** One of the places of a cluster, and who is in it. */
export class Place {
  /** @type {Child | undefined} who has the place; none while it is vacant */
  child
  /** All its processes: who has it, who is to have it, and who leaves. */
  children = /** @type {Set<Child>} */ (new Set())
  #cluster

  /**
   * @param {number} id from 1
   * @param {Cluster} cluster
   */
  constructor(id, cluster) {
    this.id = id
    this.#cluster = cluster
  }

  /** @returns {WorkerInfo[]} of each process; one without a pid where none is */
  get workers() {
    const { id } = this
    const { generation } = this.#cluster
    const workers = [...this.children].map(describe)
    const pid = undefined
    if (workers.length > 0) return workers
    return [{ id, pid, generation, state: 'waiting', readySince: 0 }]
  }

  /** Starts a worker for this place, and resolves when it is ready. */
  async start() {
    const child = this.fork()
    this.child = child
    await child.ready
    return child
  }

  /**
   * Starts another worker. When it is ready, it has the place, and the one that
   * had it leaves; when it does not become ready, nothing changes.
   *
   * @param {Reason} reason
   * @returns {Promise<Child | undefined>} the one that leaves
   * @throws {VelocyError} ERR_VELOCY_CLUSTER_START, ERR_VELOCY_CLUSTER_CLOSED
   */
  async replace(reason) {
    const child = this.fork()
    await child.ready
    const old = this.child
    this.child = child
    old?.drain(reason)
    return old
  }

  /**
   * A worker that has nothing to do with the place yet.
   *
   * @throws {VelocyError} ERR_VELOCY_CLUSTER_CLOSED
   */
  fork() {
    if (this.#cluster.isClosing) {
      const message = `Worker ${this.id} was not started: the cluster closes`
      throw new VelocyError('ERR_VELOCY_CLUSTER_CLOSED', message)
    }
    const child = new Child(this.#cluster.startOf(this.id))
    const cluster = this.#cluster
    this.children.add(child)
    child.on('ready', () => cluster.emit('ready', describe(child), child))
    child.on('message', (message) => cluster.emit('message', child, message))
    child.on('exit', (end) => this.#leave(child, end))
    cluster.emit('fork', child)
    return child
  }

  /**
   * @param {Child} child
   * @param {import('./child.js').End} end
   */
  #leave(child, { code, signal }) {
    const { id, pid, generation, reason = 'crash', age, failure } = child
    const { connections } = child.figures
    const cluster = this.#cluster
    this.children.delete(child)
    const about = { id, pid, generation, age, failure, connections }
    const exit = { ...about, code, signal, reason }
    cluster.emit('exit', exit, child)
    if (this.child !== child) return
    this.child = undefined
    if (!cluster.isClosing) cluster.emit('vacancy', this, exit)
  }
}

/** @param {Child} child @returns {WorkerInfo} */
const describe = ({ id, pid, generation, state, readySince }) => ({
  ...{ id, pid, generation, state, readySince },
})
